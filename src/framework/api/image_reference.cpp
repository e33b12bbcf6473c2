#include "setpoint/api/image_reference.hpp"

#include "framework/core/ascii.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t longest_repository = 255, longest_tag = 128;
constexpr std::string_view hub = "docker.io", old_hub = "index.docker.io", hub_folder = "library/";
constexpr std::array<std::pair<std::string_view, std::size_t>, 3> digests = {
    {{"sha256:", 64}, {"sha384:", 96}, {"sha512:", 128}}};

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c);
}
bool is_alphanumeric(char c) {
    return is_lower_or_digit(c) || is_upper(c);
}
bool is_lower_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f');
}
bool is_in_ipv6(char c) {
    return is_lower_hex(c) || (c >= 'A' && c <= 'F') || c == ':';
}

// path-component := alpha-numeric [separator alpha-numeric]*, separator := [_.] | __ | [-]+
bool is_component(std::string_view s) {
    if (s.empty() || !is_lower_or_digit(s.front()) || !is_lower_or_digit(s.back())) return false;
    for (std::size_t i = 0; i < s.size();) {
        if (is_lower_or_digit(s[i])) {
            ++i;
            continue;
        }
        const char separator = s[i];
        const std::size_t begin = i;
        while (s[i] == separator) ++i;
        const std::size_t length = i - begin;
        const bool allowed =
            separator == '-' || (separator == '_' && length <= 2) || (separator == '.' && length == 1);
        if (!allowed || !is_lower_or_digit(s[i])) return false;
    }
    return true;
}

// Returns the first invalid part; nothing if all are valid.
std::optional<std::string_view> wrong_component(std::string_view path) {
    for (;;) {
        const std::string_view component = path.substr(0, path.find('/'));
        if (!is_component(component)) return component;
        if (component.size() == path.size()) return std::nullopt;
        path.remove_prefix(component.size() + 1);
    }
}

// domain-component ['.' domain-component]*
bool is_domain_name(std::string_view s) {
    for (;;) {
        const std::string_view part = s.substr(0, s.find('.'));
        if (part.empty() || !is_alphanumeric(part.front()) || !is_alphanumeric(part.back())) return false;
        if (!std::ranges::all_of(part, [](char c) { return is_alphanumeric(c) || c == '-'; })) return false;
        if (part.size() == s.size()) return true;
        s.remove_prefix(part.size() + 1);
    }
}

// (domain-name | '[' IPv6address ']') [':' port-number]; of an address only the characters are
// checked.
bool is_registry(std::string_view s) {
    const bool bracketed = s.starts_with('[');
    const std::size_t end = bracketed ? s.find(']') : s.find(':');
    if (bracketed && end == std::string_view::npos) return false;
    const std::string_view host = bracketed ? s.substr(1, end - 1) : s.substr(0, end);
    const std::string_view port =
        end == std::string_view::npos ? std::string_view() : s.substr(end + (bracketed ? 1 : 0));
    if (!port.empty() &&
        (port.size() == 1 || port.front() != ':' || !std::ranges::all_of(port.substr(1), is_digit)))
        return false;
    return bracketed ? !host.empty() && std::ranges::all_of(host, is_in_ipv6) : is_domain_name(host);
}

bool names_a_registry(std::string_view first) {
    return first == "localhost" || first.find_first_of(".:") != std::string_view::npos ||
           std::ranges::any_of(first, is_upper);
}

bool is_tag(std::string_view s) {
    const auto is_word = [](char c) { return is_alphanumeric(c) || c == '_'; };
    return !s.empty() && s.size() <= longest_tag && is_word(s.front()) &&
           std::ranges::all_of(s, [&](char c) { return is_word(c) || c == '.' || c == '-'; });
}

bool is_digest(std::string_view s) {
    return std::ranges::any_of(digests, [s](const auto& d) {
        return s.starts_with(d.first) && s.size() == d.first.size() + d.second &&
               std::ranges::all_of(s.substr(d.first.size()), is_lower_hex);
    });
}

error refuse(std::string why) {
    return {errc::bad_data, std::move(why)};
}

// repository [":" tag] ["@" digest]
result<image_reference> parse_rest(image_reference r, std::string_view rest) {
    if (const auto at = rest.find('@'); at != std::string_view::npos) {
        r.digest = rest.substr(at + 1);
        if (!is_digest(r.digest))
            return refuse(
                "what follows @ is not a digest (sha256, sha384 or sha512, a colon, and all its digits)");
        rest = rest.substr(0, at);
    }
    if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
        r.tag = rest.substr(colon + 1);
        if (!is_tag(r.tag)) return refuse("what follows the last : is not a tag");
        rest = rest.substr(0, colon);
    }
    r.repository = rest;
    if (rest.empty()) return refuse("it has no name");
    const bool at_hub = r.registry.empty() || r.registry == hub || r.registry == old_hub;
    const bool in_folder = at_hub && rest.find('/') == std::string_view::npos;
    if (rest.size() + (in_folder ? hub_folder.size() : 0) > longest_repository)
        return refuse("its name is longer than 255 characters");
    if (const auto wrong = wrong_component(rest))
        return refuse("\"" + std::string(*wrong) +
                      "\" is not a valid part of an image name (lower-case letters, digits, and single . _ - "
                      "between them)");
    return r;
}

}  // namespace

result<image_reference> parse_image_reference(std::string_view text) {
    constexpr std::size_t identifier_size = 64;
    if (text.empty()) return refuse("it is empty");
    if (text.size() == identifier_size && std::ranges::all_of(text, is_lower_hex))
        return refuse("64 hexadecimal digits are an image ID, not a name");
    const auto slash = text.find('/');
    const std::string_view first = text.substr(0, slash);
    if (slash == std::string_view::npos || !names_a_registry(first)) return parse_rest({}, text);
    if (is_registry(first)) {
        image_reference r;
        r.registry = first;
        return parse_rest(r, text.substr(slash + 1));
    }
    // "a_b.c/d" names no host, but is a valid repository.
    if (const auto r = parse_rest({}, text)) return r;
    return refuse("its registry is not a host name");
}

}}  // namespace setpoint::v0
