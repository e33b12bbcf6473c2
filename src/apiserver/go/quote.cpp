#include "apiserver/go/text.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <iterator>

namespace setpoint { inline namespace v0 { namespace apiserver::go_text {

namespace {

constexpr char32_t replacement = 0xfffd;

// Decodes the first UTF-8 sequence of `s` (RFC 3629). Surrogates and overlong forms are invalid.
rune first_rune(std::string_view s, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, at, s.substr(0, 1)};
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || s.size() < size) return {replacement, at, s.substr(0, 1)};
    char32_t code = lead & (0xffU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {replacement, at, s.substr(0, 1)};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return {replacement, at, s.substr(0, 1)};
    return {code, at, s.substr(0, size)};
}

// The letter of escapes such as \a; 0 if the character has none.
char short_escape(char32_t c) {
    constexpr std::string_view has = "\a\b\f\n\r\t\v\"\\", as = "abfnrtv\"\\";
    const std::size_t at = c < 0x80 ? has.find(static_cast<char>(c)) : std::string_view::npos;
    return at == std::string_view::npos ? '\0' : as[at];
}

void append_escaped(std::string& out, const rune& r) {
    const auto to = std::back_inserter(out);
    const auto code = static_cast<std::uint32_t>(r.code);
    if (r.broken() || code < ' ' || code == 0x7f)
        fmt::format_to(to, "\\x{:02x}", static_cast<unsigned char>(r.bytes.front()));
    else if (code < 0x10000)
        fmt::format_to(to, "\\u{:04x}", code);
    else
        fmt::format_to(to, "\\U{:08x}", code);
}

}  // namespace

std::vector<rune> runes(std::string_view text) {
    std::vector<rune> out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); at += out.back().bytes.size())
        out.push_back(first_rune(text.substr(at), at));
    return out;
}

bool is_print(const rune& r) {
    if (r.code < 0x80) return r.code >= ' ' && r.code != 0x7f;
    if (r.broken()) return true;  // U+FFFD is printable
    // Of all spaces, only the ASCII one is printable, and it is handled above.
    static const re2::RE2 seen(R"([\pL\pM\pN\pP\pS])");
    return re2::RE2::FullMatch({r.bytes.data(), r.bytes.size()}, seen);
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const rune& r : runes(text)) {
        if (const char escape = short_escape(r.code)) {
            out.append(1, '\\').append(1, escape);
        } else if (!r.broken() && is_print(r)) {
            out += r.bytes;
        } else {
            append_escaped(out, r);
        }
    }
    return out + '"';
}

std::string quoted_list(std::span<const std::string> texts) {
    std::string out = "[";
    for (const std::string& each : texts) {
        if (out.size() > 1) out += ' ';
        out += quoted(each);
    }
    return out + ']';
}

}}}  // namespace setpoint::v0::apiserver::go_text
