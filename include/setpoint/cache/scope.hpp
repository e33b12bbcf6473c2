#pragma once
// Which objects of a kind are cached, and whether the kind must exist.

#include <cstdint>
#include <string>
#include <vector>

namespace setpoint {

struct cache_scope {
    std::vector<std::string>
        namespaces;  // empty: all; each has a list and watch of its own, reads see them as one
    std::string label_selector, field_selector;
    friend bool operator==(const cache_scope&, const cache_scope&) = default;
};

// Whether the API server must serve a kind.
enum class presence : std::uint8_t {
    required,  // whoever declared it waits, and the process is not ready, until the kind is served
    // A kind of another product, such as a ServiceMonitor, whose CustomResourceDefinition may be missing.
    // Nobody waits for it; its list is tried again, 0.8 s doubling to 30 s, and the watch starts once the
    // server serves it.
    optional
};

}  // namespace setpoint
