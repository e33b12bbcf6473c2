#include "cel/utf8.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

decoded_code decode_utf8(std::string_view text, std::size_t at) {
    constexpr decoded_code invalid{0xFFFD, 1, false};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1, true};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() - at < length) return invalid;
    char32_t code = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return invalid;
        code = code << 6U | (byte(i) & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[length] || code > 0x10FFFF || surrogate) return invalid;
    return {code, length, true};
}

void append_utf8(std::string& text, char32_t code) {
    const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6U);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12U);
        add(0x80 | (code >> 6U & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18U);
        add(0x80 | (code >> 12U & 0x3F));
        add(0x80 | (code >> 6U & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

std::size_t count_utf8(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        at += static_cast<unsigned char>(text[at]) < 0x80 ? 1 : decode_utf8(text, at).bytes;
    }
    return count;
}

bool is_valid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const decoded_code next = decode_utf8(text, at);
        if (!next.valid) return false;
        at += next.bytes;
    }
    return true;
}

std::size_t utf8_offset(std::string_view text, std::size_t index) {
    std::size_t at = 0;
    for (; index > 0 && at < text.size(); --index) at += decode_utf8(text, at).bytes;
    return at;
}

}}}  // namespace setpoint::v0::cel
