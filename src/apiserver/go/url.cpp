#include "apiserver/go/net.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

enum class part : std::uint8_t { path, userinfo, host, zone };

bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// The inverse of shouldEscape() in net/url/encoding_table.go: RFC 3986, plus characters that
// browsers accept in hosts.
bool is_host_character(char c) {
    return is_alphanumeric(c) || std::string_view("!\"$&'()*+,-.:;<=>[]_~").find(c) != std::string_view::npos;
}

// unescape() of net/url. Returns nothing if an escape is malformed or a character is not allowed in
// that part.
std::optional<std::string> unescaped(std::string_view s, part in) {
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] != '%') {
            const bool strict = in == part::host || in == part::zone;
            if (strict && static_cast<unsigned char>(s[i]) < 0x80 && !is_host_character(s[i])) return {};
            out += s[i];
            continue;
        }
        if (i + 2 >= s.size() || hex_digit(s[i + 1]) < 0 || hex_digit(s[i + 2]) < 0) return {};
        const char value = static_cast<char>(hex_digit(s[i + 1]) << 4 | hex_digit(s[i + 2]));
        const bool percent = s.substr(i, 3) == "%25";
        // RFC 3986: hosts escape non-ASCII characters only; RFC 6874: zones also escape the percent
        // sign.
        if (in == part::host && hex_digit(s[i + 1]) < 8 && !percent) return {};
        if (in == part::zone && !percent && value != ' ' && !is_host_character(value)) return {};
        out += value;
        i += 2;
    }
    return out;
}

bool is_optional_port(std::string_view s) {
    if (s.empty()) return true;
    return s.front() == ':' && s.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

// An IPv6 address in brackets, optionally with a zone.
bool is_ip_literal(std::string_view host) {
    const std::size_t close = host.rfind(']');
    if (close == std::string_view::npos || !is_optional_port(host.substr(close + 1))) return false;
    const std::string_view name = host.substr(1, close - 1);
    const std::size_t zone = name.find("%25");
    auto address = unescaped(name.substr(0, zone), part::host);
    if (!address) return false;
    if (zone != std::string_view::npos) {
        const auto rest = unescaped(name.substr(zone), part::zone);
        if (!rest) return false;
        *address += *rest;
    }
    return go_address(*address) == address_family::v6;
}

bool is_host(std::string_view scheme, std::string_view host) {
    const std::size_t bracket = host.rfind('[');
    if (bracket != std::string_view::npos) return bracket == 0 && is_ip_literal(host);
    std::size_t colon = host.find(':');
    // Only these schemes are strict: database URLs have lists of hosts here (go.dev/issue/75223).
    if (scheme != "http" && scheme != "https") colon = host.rfind(':');
    if (colon != std::string_view::npos && !is_optional_port(host.substr(colon))) return false;
    return unescaped(host, part::host).has_value();
}

bool is_userinfo(std::string_view s) {
    return std::all_of(s.begin(), s.end(),
                       [](char c) {
                           return is_alphanumeric(c) ||
                                  std::string_view("-._:~!$&'()*+,;=%@").find(c) != std::string_view::npos;
                       }) &&
           // Go unescapes user name and password separately; no escape contains the colon between
           // them.
           unescaped(s.substr(0, s.find(':')), part::userinfo) && unescaped(s, part::userinfo);
}

bool is_authority(std::string_view scheme, std::string_view s) {
    const std::size_t at = s.rfind('@');
    if (at == std::string_view::npos) return is_host(scheme, s);
    return is_host(scheme, s.substr(at + 1)) && is_userinfo(s.substr(0, at));
}

// Consumes the scheme and its colon and returns it in lower case; "" if there is none. Returns
// nothing if the text starts with a colon.
std::optional<std::string> take_scheme(std::string_view& s) {
    std::string out;
    for (const char c : s) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (c == ':') {
            if (out.empty()) return {};
            s.remove_prefix(out.size() + 1);
            return out;
        }
        const bool other = is_alphanumeric(c) || c == '+' || c == '-' || c == '.';
        if (!letter && (!other || out.empty())) return "";
        out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    return "";
}

}  // namespace

bool is_request_uri(std::string_view text) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
    if (text.empty() || std::any_of(text.begin(), text.end(), is_control)) return false;
    if (text == "*") return true;
    std::string_view rest = text;
    const auto scheme = take_scheme(rest);
    if (!scheme) return false;
    rest = rest.substr(0, rest.find('?'));
    if (!rest.starts_with('/')) return !scheme->empty();
    if (!scheme->empty() && rest.starts_with("//")) {
        const std::string_view authority = rest.substr(2, rest.find('/', 2) - 2);
        if (!is_authority(*scheme, authority)) return false;
        rest.remove_prefix(2 + authority.size());
    }
    return unescaped(rest, part::path).has_value();
}

}}}  // namespace setpoint::v0::apiserver
