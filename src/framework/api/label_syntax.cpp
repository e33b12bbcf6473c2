#include "framework/api/label_syntax.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace detail {

namespace {

bool is_lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool is_alphanumeric(char c) {
    return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_name(std::string_view s) {
    return !s.empty() && s.size() <= 63 && is_alphanumeric(s.front()) && is_alphanumeric(s.back()) &&
           std::all_of(s.begin(), s.end(),
                       [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

}  // namespace

bool is_dns_subdomain(std::string_view s) {
    if (s.empty() || s.size() > 253) return false;
    while (true) {
        const std::size_t dot = s.find('.');
        const std::string_view part = s.substr(0, dot);
        if (part.empty() || !is_lower_or_digit(part.front()) || !is_lower_or_digit(part.back())) return false;
        if (!std::all_of(part.begin(), part.end(), [](char c) { return is_lower_or_digit(c) || c == '-'; }))
            return false;
        if (dot == std::string_view::npos) return true;
        s.remove_prefix(dot + 1);
    }
}

bool is_dns_label(std::string_view s) {
    return s.size() <= 63 && s.find('.') == std::string_view::npos && is_dns_subdomain(s);
}

bool is_label_key(std::string_view key) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return is_name(key);
    return is_dns_subdomain(key.substr(0, slash)) && is_name(key.substr(slash + 1));
}

bool is_label_value(std::string_view value) {
    return value.empty() || is_name(value);
}

}}}  // namespace setpoint::v0::detail
