#pragma once

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// Without white space at both ends.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view spaces = " \t\n\v\f\r";
    const std::size_t first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

}}}  // namespace setpoint::v0::cel
