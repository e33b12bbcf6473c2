#pragma once
// White space of Unicode in UTF-8, as Go's unicode.IsSpace: strings.Fields and strings.TrimSpace use it.

#include <cstddef>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The number of bytes of the space that `s` begins with; 0 if it begins with another character.
constexpr std::size_t leading_space(std::string_view s) {
    if (s.empty()) return 0;
    if (std::string_view(" \t\n\v\f\r").find(s.front()) != std::string_view::npos) return 1;
    if (s.starts_with("\xc2\x85") || s.starts_with("\xc2\xa0")) return 2;
    constexpr std::size_t three = 3;
    if (s.size() < three) return 0;
    const std::string_view head = s.substr(0, 2);
    const auto last = static_cast<unsigned char>(s[2]);
    const bool space =
        (head == "\xe1\x9a" && last == 0x80) ||  // U+1680
        (head == "\xe2\x80" && ((last >= 0x80 && last <= 0x8a) || last == 0xa8 || last == 0xa9 ||
                                last == 0xaf)) ||  // U+2000 to U+200A, U+2028, U+2029, U+202F
        (head == "\xe2\x81" && last == 0x9f) ||    // U+205F
        (head == "\xe3\x80" && last == 0x80);      // U+3000
    return space ? three : 0;
}

constexpr bool ends_with_space(std::string_view s) {
    for (std::size_t n = 1; n <= 3 && n <= s.size(); ++n)
        if (leading_space(s.substr(s.size() - n)) == n) return true;
    return false;
}

}}  // namespace setpoint::v0
