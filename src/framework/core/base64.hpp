#pragma once
// Base64 (RFC 4648, section 4), as Go's encoding/base64 reads it.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Accepts line ends between characters, but no blanks. Returns nothing if the text is not base64.
std::optional<std::string> base64_decode(std::string_view text);
std::string base64_encode(std::string_view bytes);

}}  // namespace setpoint::v0
