#pragma once
// Parts of the values of flags, as kube-apiserver reads them.

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

// Go's strings.TrimSpace, with the white space of ASCII.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// Go's strconv.ParseBool: "1", "t", "true", "False" and so on. Nothing for another text.
inline std::optional<bool> parse_bool(std::string_view text) {
    constexpr std::array<std::string_view, 6> yes = {"1", "t", "T", "TRUE", "true", "True"},
                                              no = {"0", "f", "F", "FALSE", "false", "False"};
    if (std::ranges::find(yes, text) != yes.end()) return true;
    if (std::ranges::find(no, text) != no.end()) return false;
    return std::nullopt;
}

}}}  // namespace setpoint::v0::cli
