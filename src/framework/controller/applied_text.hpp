#pragma once
// What ensure() sends of a desired object, and the hash by which it knows what it sent last.

#include "setpoint/api/kind_info.hpp"

#include <string>
#include <string_view>

namespace setpoint {

struct applied_text {
    std::string text;  // of the object, with the hash as the annotation `hash_name`
    std::string hash;  // 16 digits, the same in every build
};

// `meta` is the metadata of `desired`, and is as it was afterwards. It has no such annotation.
applied_text make_applied_text(const kind_info& kind, const void* desired, object_meta& meta,
                               std::string_view hash_name);

}  // namespace setpoint
