#pragma once
// Which objects of a kind are cached.

#include <string>
#include <vector>

namespace setpoint {

struct cache_scope {
    std::vector<std::string>
        namespaces;  // empty: all; each has a list and watch of its own, reads see them as one
    std::string label_selector, field_selector;
    friend bool operator==(const cache_scope&, const cache_scope&) = default;
};

}  // namespace setpoint
