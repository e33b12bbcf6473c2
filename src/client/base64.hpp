#pragma once
// Base64 (RFC 4648, section 4).

#include <optional>
#include <string>
#include <string_view>

namespace setpoint {

// Spaces and line ends between characters are allowed; empty when it is not base64.
std::optional<std::string> base64_decode(std::string_view text);
std::string base64_encode(std::string_view bytes);

}  // namespace setpoint
