#include "framework/cache/resource_version.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

bool is_version(std::string_view s) noexcept {
    if (s.empty() || s.front() == '0') return false;
    return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool older(std::string_view a, std::string_view b) noexcept {
    if (!is_version(a) || !is_version(b)) return false;
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool reached(std::string_view a, std::string_view b) noexcept {
    if (a == b) return !a.empty();
    return older(b, a);
}

}}  // namespace setpoint::v0
