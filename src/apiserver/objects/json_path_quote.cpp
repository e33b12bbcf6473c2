// Quoted text of a JSON path: strconv.UnquoteChar with either quote.

#include "apiserver/objects/json_path_parser.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void append_rune(char32_t c, std::string& to) {
    const auto tail = [&](unsigned shift) { to += static_cast<char>(0x80U | ((c >> shift) & 0x3fU)); };
    if (c < 0x80) {
        to += static_cast<char>(c);
    } else if (c < 0x800) {
        to += static_cast<char>(0xc0U | (c >> 6U));
        tail(0);
    } else if (c < 0x10000) {
        to += static_cast<char>(0xe0U | (c >> 12U));
        tail(6);
        tail(0);
    } else {
        to += static_cast<char>(0xf0U | (c >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

// A number of exactly `digits` digits at the front of `s`.
std::optional<char32_t> take_number(std::string_view& s, std::size_t digits, int base) {
    if (s.size() < digits) return {};
    char32_t out = 0;
    for (const char c : s.substr(0, digits)) {
        if (digit_value(c) >= base) return {};
        out = out * static_cast<char32_t>(base) + static_cast<char32_t>(digit_value(c));
    }
    s.remove_prefix(digits);
    return out;
}

bool take_rune(std::string_view& s, std::size_t digits, std::string& to) {
    const auto c = take_number(s, digits, 16);
    if (!c || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000)) return false;
    append_rune(*c, to);
    return true;
}

// The escape after a backslash.
bool take_escape(std::string_view& s, char quote, std::string& to) {
    if (s.empty()) return false;
    const char c = s.front();
    if (c >= '0' && c <= '7') {
        const auto byte = take_number(s, 3, 8);
        if (!byte || *byte > 255) return false;
        to += static_cast<char>(*byte);
        return true;
    }
    s.remove_prefix(1);
    if (c == 'u' || c == 'U') return take_rune(s, c == 'u' ? 4 : 8, to);
    if (c == 'x') {
        const auto byte = take_number(s, 2, 16);
        if (byte) to += static_cast<char>(*byte);
        return byte.has_value();
    }
    constexpr std::string_view letters = "abfnrtv\\", meanings = "\a\b\f\n\r\t\v\\";
    const std::size_t i = letters.find(c);
    if (i == std::string_view::npos && c != quote) return false;
    to += i == std::string_view::npos ? quote : meanings[i];
    return true;
}

}  // namespace

std::optional<std::string> unquote(std::string_view text) {
    if (text.size() < 2 || text.front() != text.back()) return {};
    const char quote = text.front();
    text = text.substr(1, text.size() - 2);
    std::string out;
    while (!text.empty()) {
        const char c = text.front();
        if (c == quote) return {};
        text.remove_prefix(1);
        if (c != '\\') {
            out += c;
        } else if (!take_escape(text, quote, out)) {
            return {};
        }
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
