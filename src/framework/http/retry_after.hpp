#pragma once
// The header Retry-After.

#include <chrono>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

// Parses Retry-After in seconds (RFC 9110, 10.2.3). Returns nothing for a date or an invalid value.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view value);

}}}  // namespace setpoint::v0::http
