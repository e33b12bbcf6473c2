#include "image_reference.hpp"

#include <algorithm>

namespace web_server {

namespace {

bool lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool word(char c) {
    return lower_or_digit(c) || (c >= 'A' && c <= 'Z') || c == '_';
}
bool hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}
bool digits(std::string_view s) {
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// path-component := alpha-numeric [separator alpha-numeric]*, separator := [_.]|__|[-]+
bool is_component(std::string_view s) {
    if (s.empty() || !lower_or_digit(s.front()) || !lower_or_digit(s.back())) return false;
    for (std::size_t i = 0; i < s.size();) {
        if (lower_or_digit(s[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < s.size() && s[i] == s[begin]) ++i;
        const std::size_t length = i - begin;
        const bool separator =
            s[begin] == '-' || (s[begin] == '_' && length <= 2) || (s[begin] == '.' && length == 1);
        if (!separator || !lower_or_digit(s[i])) return false;
    }
    return true;
}

bool is_domain(std::string_view s) {
    const auto colon = s.find(':');
    if (colon != std::string_view::npos && !digits(s.substr(colon + 1))) return false;
    std::string_view host = s.substr(0, colon);
    if (host.empty()) return false;
    while (!host.empty()) {
        const std::string_view label = host.substr(0, host.find('.'));
        const auto ok = [](char c) { return word(c) && c != '_'; };
        if (label.empty() || !ok(label.front()) || !ok(label.back())) return false;
        if (!std::all_of(label.begin(), label.end(), [&](char c) { return ok(c) || c == '-'; })) return false;
        host.remove_prefix(label.size());
        if (!host.empty()) host.remove_prefix(1);
    }
    return s.back() != '.';
}

bool is_tag(std::string_view s) {
    constexpr std::size_t longest = 128;
    if (s.empty() || s.size() > longest || !word(s.front())) return false;
    return std::all_of(s.begin(), s.end(), [](char c) { return word(c) || c == '.' || c == '-'; });
}

bool is_digest(std::string_view s) {
    const auto colon = s.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const std::string_view value = s.substr(colon + 1);
    constexpr std::size_t shortest = 32;
    return value.size() >= shortest && std::all_of(value.begin(), value.end(), hex);
}

}  // namespace

std::string check_image_reference(std::string_view image) {
    constexpr std::size_t longest_name = 255;
    std::string_view rest = image;
    if (rest.empty()) return "it is empty";
    if (const auto at = rest.find('@'); at != std::string_view::npos) {
        if (!is_digest(rest.substr(at + 1))) return "what follows @ is not a digest";
        rest = rest.substr(0, at);
    }
    const auto slash = rest.rfind('/');
    if (const auto colon = rest.find(':', slash == std::string_view::npos ? 0 : slash);
        colon != std::string_view::npos) {
        if (!is_tag(rest.substr(colon + 1))) return "what follows the last : is not a tag";
        rest = rest.substr(0, colon);
    }
    if (rest.empty()) return "it has no name";
    if (rest.size() > longest_name) return "its name is longer than 255 characters";
    // The first part is a domain if it could not be a path component on its own.
    const auto first_slash = rest.find('/');
    const std::string_view first = rest.substr(0, first_slash);
    const bool domain =
        first_slash != std::string_view::npos &&
        (first.find_first_of(".:") != std::string_view::npos || first == "localhost" ||
         std::any_of(first.begin(), first.end(), [](char c) { return c >= 'A' && c <= 'Z'; }));
    if (domain) {
        if (!is_domain(first)) return "its registry is no host name";
        rest = rest.substr(first_slash + 1);
    }
    for (;;) {
        const std::string_view component = rest.substr(0, rest.find('/'));
        if (!is_component(component)) {
            return "\"" + std::string(component) +
                   "\" is no part of an image name (lower-case letters, digits, and single . _ - between "
                   "them)";
        }
        if (component.size() == rest.size()) return {};
        rest.remove_prefix(component.size() + 1);
    }
}

}  // namespace web_server
