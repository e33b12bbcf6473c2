#include "apiserver/kinds/image_name.hpp"

namespace setpoint::apiserver::kinds {

namespace {

bool lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// The repository without its registry: lower case, and separators only inside.
bool is_repository(std::string_view s) {
    if (s.empty() || !lower_or_digit(s.front()) || !lower_or_digit(s.back())) return false;
    for (const char c : s) {
        if (!lower_or_digit(c) && c != '.' && c != '_' && c != '-' && c != '/') return false;
    }
    return s.find("//") == std::string_view::npos;
}

bool is_registry(std::string_view s) {
    return s == "localhost" || s.find_first_of(".:") != std::string_view::npos;
}

}  // namespace

std::string image_tag(std::string_view image) {
    const std::size_t at = image.find('@');
    const bool digest = at != std::string_view::npos;
    std::string_view name = image.substr(0, at);
    if (const std::size_t slash = name.find('/');
        slash != std::string_view::npos && is_registry(name.substr(0, slash))) {
        name.remove_prefix(slash + 1);
    }
    const std::size_t colon = name.find(':');
    const std::string_view tag = colon == std::string_view::npos ? "" : name.substr(colon + 1);
    if (!is_repository(name.substr(0, colon)) || (colon != std::string_view::npos && tag.empty())) return {};
    if (tag.empty() && !digest) return "latest";
    return std::string(tag);
}

std::string_view default_pull_policy(std::string_view image) {
    return image_tag(image) == "latest" ? "Always" : "IfNotPresent";
}

}  // namespace setpoint::apiserver::kinds
