#pragma once
// The text that ensure() sends for a desired object, and the hash that identifies what it sent last.

#include "setpoint/api/kind_info.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

struct applied_text {
    std::string text;  // the object, with the hash in the annotation `hash_name`
    std::string hash;  // 16 digits, the same in every build
};

// `meta` is the metadata of `desired`, without the annotation `hash_name`. It is changed during the call and
// restored.
applied_text make_applied_text(const kind_info& kind, const void* desired, object_meta& meta,
                               std::string_view hash_name);

}}  // namespace setpoint::v0
