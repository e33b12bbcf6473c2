#pragma once
// Reads the metadata of an object whose other fields may be unreadable.

#include "setpoint/api/meta.hpp"
#include "setpoint/json/decode.hpp"

#include <optional>

namespace setpoint { inline namespace v0 {

// Returns nothing if the text is not an object or its metadata cannot be read.
std::optional<basic_meta> read_meta(json::decoder& d, std::string_view object);

// The members that identify one state of an object, as views into its text.
struct seen_meta {
    std::string_view name, ns, uid, resource_version;
};
// Reads from the beginning of an object up to its UID and version. Returns nothing if they are
// missing or contain escapes. The name and namespace are set if they come first, as API servers
// write them. Costs a tenth of read_meta().
std::optional<seen_meta> peek_meta(std::string_view object);

}}  // namespace setpoint::v0
