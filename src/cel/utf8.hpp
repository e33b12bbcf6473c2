#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

struct decoded_code {
    char32_t code;
    std::size_t bytes;
    bool valid;
};

// Decodes the code point at `at` < text.size(); an invalid byte is U+FFFD of one byte.
[[nodiscard]] decoded_code decode_utf8(std::string_view text, std::size_t at);
void append_utf8(std::string& text, char32_t code);
// Code points; each invalid byte counts as one.
[[nodiscard]] std::size_t count_utf8(std::string_view text);
[[nodiscard]] bool is_valid_utf8(std::string_view text);
// The bytes before code point `index`, or text.size() if it has fewer.
[[nodiscard]] std::size_t utf8_offset(std::string_view text, std::size_t index);

}}}  // namespace setpoint::v0::cel
