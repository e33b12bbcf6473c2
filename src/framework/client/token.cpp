#include "setpoint/client/credentials.hpp"

namespace setpoint {

result<secret> parse_token(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return error(errc::bad_data, "holds no token");
    text = text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
    // A line break would end the header value and start another header.
    for (const char c : text)
        if (c <= ' ' || c > '~') return error(errc::bad_data, "holds characters that a token cannot have");
    return secret(std::string(text));
}

}  // namespace setpoint
