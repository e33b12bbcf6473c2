#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// The length of the character at the front; 0: it is not UTF-8.
std::size_t character(std::string_view s, char32_t& code) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 4;
    if (first >= 0x80 && (first < 0xc2 || first > 0xf4)) return 0;
    if (s.size() < length) return 0;
    code = length == 1 ? first : first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) >> 6 != 2) return 0;
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}

bool is_hidden(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

std::size_t bytes_of(std::string_view text, std::size_t columns) {
    std::size_t at = 0;
    for (; at < text.size(); ++at)
        if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80 && columns-- == 0) break;
    return at;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        char32_t code = 0;
        const std::size_t length = character(text, code);
        if (length == 0 || (length == 1 && is_hidden(code)))
            fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(text.front()));
        else if (is_hidden(code))
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(code));
        else
            out.append(text.substr(0, length));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string html(std::string_view text) {
    std::string out;
    for (const char c : printable(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::size_t columns_of(std::string_view printable_text) {
    return static_cast<std::size_t>(std::count_if(printable_text.begin(), printable_text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

std::vector<std::string> wrapped(std::string_view printable_text, std::size_t columns) {
    std::vector<std::string> lines;
    while (columns_of(printable_text) > columns) {
        std::size_t end = bytes_of(printable_text, columns);
        const std::size_t space = printable_text.substr(0, end + 1).rfind(' ');
        const bool breaks = space != std::string_view::npos && space > end / 3;
        if (breaks) end = space;
        lines.emplace_back(printable_text.substr(0, end));
        printable_text.remove_prefix(end + (breaks ? 1 : 0));
    }
    lines.emplace_back(printable_text);
    return lines;
}

std::string clipped(std::string_view printable_text, std::size_t columns) {
    constexpr std::size_t dots = 3;
    if (columns_of(printable_text) <= columns || columns < dots) return std::string(printable_text);
    return std::string(printable_text.substr(0, bytes_of(printable_text, columns - dots))) + "...";
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> all;
    while (!text.empty()) {
        all.push_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), all.back().size() + 1));
    }
    return all;
}

}}}  // namespace setpoint::v0::sim
