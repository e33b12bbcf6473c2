#pragma once
// Base64 with padding (RFC 4648).

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::apiserver::kinds {

std::string base64(std::string_view bytes);
// Returns nothing if invalid. Line breaks are skipped.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace setpoint::apiserver::kinds
