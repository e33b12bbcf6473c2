#include "framework/client/server_url.hpp"

#include "framework/core/ascii.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 {

namespace {

// The reason why a text is not a URL.
struct not_a_url {
    std::string why;
};

struct url_parts {
    std::string scheme, host, port, path;  // the path decoded; host: "" without an authority
    bool opaque = false;                   // "a:80", read as the scheme a
    std::optional<url_user> user;
};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Removes "scheme:" from the front; returns "" if there is none.
std::string take_scheme(std::string_view& rest) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const char c = rest[i];
        if (is_letter(c)) continue;
        if (i == 0 && c == ':') throw not_a_url{"the scheme is missing in front of ':'"};
        if (i > 0 && c == ':') {
            std::string scheme(rest.substr(0, i));
            for (char& s : scheme)
                if (s >= 'A' && s <= 'Z') s = static_cast<char>(s - 'A' + 'a');
            rest.remove_prefix(i + 1);
            return scheme;
        }
        if (i == 0 || (!is_digit(c) && c != '+' && c != '-' && c != '.')) return {};
    }
    return {};
}

std::string decoded(std::string_view s) {
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        unsigned char byte = 0;
        if (s[i] != '%') {
            out += s[i];
            continue;
        }
        const char* const end = s.data() + std::min(i + 3, s.size());
        if (end - (s.data() + i) < 3 || std::from_chars(s.data() + i + 1, end, byte, 16).ptr != end)
            throw not_a_url{"'%' is not followed by two hexadecimal digits"};
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

std::string checked_port(std::string_view text) {
    if (text.empty()) return {};
    if (text[0] != ':' || !std::all_of(text.begin() + 1, text.end(), is_digit))
        throw not_a_url{"no port number behind ':'"};
    return std::string(text.substr(1));
}

void take_host(std::string_view host, url_parts& to) {
    if (host.starts_with('[')) {
        const std::size_t end = host.rfind(']');
        if (end == host.npos) throw not_a_url{"']' is missing"};
        const std::string_view address = host.substr(1, end - 1);
        to.port = checked_port(host.substr(end + 1));
        if (address.find('%') != address.npos) throw not_a_url{"a zone in an IPv6 address is not supported"};
        if (address.find(':') == address.npos || !parse_ip(address))
            throw not_a_url{"no IPv6 address between '[' and ']'"};
        to.host = address;
        return;
    }
    const std::size_t colon = std::min(host.find(':'), host.size());
    to.port = checked_port(host.substr(colon));
    to.host = host.substr(0, colon);
    constexpr std::string_view others = "-_.~!$&'()*+,;=";
    for (const char c : to.host)
        if (!is_letter(c) && !is_digit(c) && others.find(c) == others.npos)
            throw not_a_url{"the host contains a character that is not supported"};
}

void take_authority(std::string_view authority, url_parts& to) {
    const std::size_t at = authority.rfind('@');
    take_host(at == authority.npos ? authority : authority.substr(at + 1), to);
    if (at == authority.npos) return;
    const std::string_view user = authority.substr(0, at);
    constexpr std::string_view others = "-._:~!$&'()*+,;=%@";
    for (const char c : user)
        if (!is_letter(c) && !is_digit(c) && others.find(c) == others.npos)
            throw not_a_url{"the user in front of '@' contains a character that must be percent-encoded"};
    const std::size_t colon = std::min(user.find(':'), user.size());
    to.user.emplace(decoded(user.substr(0, colon)),
                    secret(decoded(user.substr(std::min(colon + 1, user.size())))));
}

// url.Parse; with `request` url.ParseRequestURI, for which '#' has no meaning.
url_parts parse_go_url(std::string_view text, bool request) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) throw not_a_url{"a control character"};
    if (!request) text = text.substr(0, text.find('#'));
    url_parts out;
    out.scheme = take_scheme(text);
    text = text.substr(0, text.find('?'));
    if (!text.starts_with('/')) {
        out.opaque = !out.scheme.empty();
        if (out.opaque) return out;
        if (request) throw not_a_url{"no '/' in front"};
        if (text.substr(0, text.find('/')).find(':') != text.npos)
            throw not_a_url{"':' in the first segment"};
    }
    if (text.starts_with("//") && (!out.scheme.empty() || (!request && !text.starts_with("///")))) {
        const std::size_t end = std::min(text.find('/', 2), text.size());
        take_authority(text.substr(2, end - 2), out);
        text.remove_prefix(end);
    }
    out.path = decoded(text);
    return out;
}

std::optional<url_parts> parse_request_url(std::string_view text) {
    try {
        return parse_go_url(text, true);
    } catch (const not_a_url&) {
        return std::nullopt;
    }
}

// Returns the path of requests: dots and repeated slashes are removed (path.Join), the rest is
// encoded.
std::string request_path(std::string_view path) {
    std::vector<std::string_view> segments;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view segment = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (segment == ".." && !segments.empty()) segments.pop_back();
        if (!segment.empty() && segment != "." && segment != "..") segments.push_back(segment);
    }
    constexpr std::string_view plain = "-_.~$&+,:;=@";
    std::string out;
    for (const std::string_view segment : segments) {
        out += '/';
        for (const char c : segment)
            if (is_letter(c) || is_digit(c) || plain.find(c) != plain.npos)
                out += c;
            else
                out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

// Parses the text as a URL or, failing that, as "host" or "host:port" (client-go,
// rest/url_utils.go).
url_parts parts_of(std::string_view text) {
    try {
        url_parts as_url = parse_go_url(text, false);
        if (!as_url.scheme.empty() && !as_url.host.empty()) {
            // From a URL with a path client-go removes the query, but does not look for a '#'.
            if (const auto all = parse_request_url(text); all && all->path.size() > 1)
                as_url.path = all->path;
            return as_url;
        }
    } catch (const not_a_url& e) {
        // If the text has a scheme, this reason is more useful than that of the second attempt.
        if (text.find("://") != text.npos) throw;
    }
    url_parts out = parse_go_url("http://" + std::string(text), false);
    if (!out.path.empty() && out.path != "/")
        throw not_a_url{"not a URL such as https://example.com:6443, and not host:port"};
    return out;
}

}  // namespace

result<server_url> parse_server_url(std::string_view text) {
    try {
        url_parts parts = parts_of(text);
        if (parts.scheme != "https" && parts.scheme != "http")
            return error(errc::bad_config, "expected https:// or http://");
        if (parts.host.empty()) return error(errc::bad_config, "no host");
        server_url out;
        if (parts.port.empty()) parts.port = parts.scheme == "https" ? "443" : "80";
        std::uint16_t port = 0;
        const char* const end = parts.port.data() + parts.port.size();
        if (const auto read = std::from_chars(parts.port.data(), end, port);
            read.ec != std::errc() || read.ptr != end || port == 0)
            return error(errc::bad_config, "no port number from 1 to 65535");
        out.server = {parts.scheme, parts.host, fmt::format("{}", port)};
        out.path = request_path(parts.path);
        out.user = std::move(parts.user);
        return out;
    } catch (const not_a_url& e) {
        return error(errc::bad_config, e.why);
    }
}

}}  // namespace setpoint::v0
