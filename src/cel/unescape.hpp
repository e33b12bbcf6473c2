#pragma once

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// The contents of a string or bytes literal (without its prefix b). On failure `error` says why, and the
// result is empty.
[[nodiscard]] std::string unescape(std::string_view literal, bool bytes, std::string& error);

}}}  // namespace setpoint::v0::cel
