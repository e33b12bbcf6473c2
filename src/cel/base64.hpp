#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

[[nodiscard]] std::string encode_base64(std::string_view bytes);
// With or without padding; newlines are skipped. On failure `wrong` is the first invalid byte.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text, std::size_t& wrong);

}}}  // namespace setpoint::v0::cel
