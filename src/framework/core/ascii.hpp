#pragma once
// Characters of ASCII, whatever the locale.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Other bytes than A to Z stay as they are.
inline std::string lower_case(std::string_view s) {
    std::string out(s);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

}}  // namespace setpoint::v0
