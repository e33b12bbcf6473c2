#include "framework/core/utf8.hpp"
#include "setpoint/json/encode.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// Bytes that cannot simply be copied.
constexpr std::array<bool, 256> special = [] {
    std::array<bool, 256> t{};
    for (int c = 0; c < 0x20; ++c) t[c] = true;
    for (int c = 0x80; c < 0x100; ++c) t[c] = true;
    t['"'] = t['\\'] = true;
    return t;
}();

// Returns how many bytes from the beginning can be copied: eight at a time, then one by one.
std::size_t plain_bytes(std::string_view s) {
    constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    // The high bit of each byte that is 0. (One above a true one may be set in error, so the end is
    // searched byte by byte.)
    const auto zeros = [](std::uint64_t w) { return (w - ones) & ~w & highs; };
    const auto plain = [&](std::size_t at) {
        std::uint64_t w;
        std::memcpy(&w, s.data() + at, sizeof w);
        const std::uint64_t below_space = (w - ones * 0x20) & ~w & highs;
        return ((w & highs) | below_space | zeros(w ^ ones * '"') | zeros(w ^ ones * '\\')) == 0;
    };
    constexpr std::size_t step = sizeof(std::uint64_t);
    std::size_t n = 0;
    while (n + step <= s.size() && plain(n)) n += step;
    // Of the rest, the last eight, some of them again: most strings are plain to their end.
    if (s.size() > step && n + step > s.size() && plain(s.size() - step)) return s.size();
    while (n < s.size() && !special[static_cast<unsigned char>(s[n])]) ++n;
    return n;
}

void escape(char c, std::string& out) {
    switch (c) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    constexpr char digits[] = "0123456789abcdef";
    out += "\\u00";
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
}

}  // namespace

void quote(std::string_view s, std::string& out) {
    constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD
    out += '"';
    while (!s.empty()) {
        const std::size_t plain = plain_bytes(s);
        out.append(s.substr(0, plain));
        s.remove_prefix(plain);
        if (s.empty()) break;
        if (static_cast<unsigned char>(s[0]) < 0x80) {
            escape(s[0], out);
            s.remove_prefix(1);
            continue;
        }
        const std::size_t length = utf8_sequence(s);
        out.append(length ? s.substr(0, length) : replacement);
        s.remove_prefix(length ? length : 1);
    }
    out += '"';
}

}}}  // namespace setpoint::v0::json
