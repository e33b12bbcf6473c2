#pragma once
// Steps through text that may not be valid UTF-8.

#include <cstddef>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns the length of the UTF-8 sequence at the beginning of s (RFC 3629: no surrogates, no
// over-long forms); 0 if it is invalid. Precondition: not empty.
inline std::size_t utf8_sequence(std::string_view s) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const auto tail = [&](std::size_t i) { return i < s.size() && (byte(i) & 0xc0) == 0x80; };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xc2) return 0;
    if (first < 0xe0) return tail(1) ? 2 : 0;
    if (first < 0xf0) {
        if (!tail(1) || !tail(2)) return 0;
        if (first == 0xe0 && byte(1) < 0xa0) return 0;
        if (first == 0xed && byte(1) > 0x9f) return 0;
        return 3;
    }
    if (first > 0xf4 || !tail(1) || !tail(2) || !tail(3)) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) > 0x8f) return 0;
    return 4;
}

}}  // namespace setpoint::v0
