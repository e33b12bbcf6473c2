#pragma once
// The metadata of an object that need not be readable otherwise.

#include <setpoint/api/meta.hpp>
#include <setpoint/json/decode.hpp>

#include <optional>

namespace setpoint {

// Nothing when the text is no object or its metadata cannot be read.
std::optional<basic_meta> read_meta(json::decoder& d, std::string_view object);

// The same from the begin of an object, where the API server writes it; nothing when it is not all there.
std::optional<basic_meta> peek_meta(json::decoder& d, std::string_view object);

}  // namespace setpoint
