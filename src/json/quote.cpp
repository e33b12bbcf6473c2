#include <setpoint/core/utf8.hpp>
#include <setpoint/json/encode.hpp>

#include <array>

namespace setpoint::json {
namespace {

// Bytes that cannot be copied as they are, or have to be looked at.
constexpr std::array<bool, 256> special = [] {
    std::array<bool, 256> t{};
    for (int c = 0; c < 0x20; ++c) t[c] = true;
    for (int c = 0x80; c < 0x100; ++c) t[c] = true;
    t['"'] = t['\\'] = true;
    return t;
}();

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
        std::size_t plain = 0;
        while (plain < s.size() && !special[static_cast<unsigned char>(s[plain])]) ++plain;
        out.append(s.data(), plain);
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

}  // namespace setpoint::json
