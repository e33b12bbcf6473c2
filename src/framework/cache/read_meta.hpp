#pragma once
// The metadata of an object that need not be readable otherwise.

#include "setpoint/api/meta.hpp"
#include "setpoint/json/decode.hpp"

#include <optional>

namespace setpoint {

// Nothing when the text is no object or its metadata cannot be read.
std::optional<basic_meta> read_meta(json::decoder& d, std::string_view object);

// What says which state of which object a text is, as it stands there.
struct seen_meta {
    std::string_view name, ns, uid, resource_version;
};
// From the beginning of an object up to its UID and version; nothing when they are not there, or not in plain
// characters. The names are there if they stand before them, as API servers write them. A tenth of what
// reading metadata costs.
std::optional<seen_meta> peek_meta(std::string_view object);

}  // namespace setpoint
