#pragma once

#include "setpoint/cel/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// A named format, and what is wrong with a text.
struct named_format {
    std::string_view name;           // of format.<name>()
    std::string_view shown;          // as kube-apiserver names it; formats are equal if that is
    std::uint64_t pattern_size = 0;  // for costs
    std::vector<std::string> (*check)(std::string_view text) = nullptr;
    friend bool operator==(const named_format& left, const named_format& right) {
        return left.shown == right.shown;
    }
};

// The format of a value of type kubernetes.NamedFormat.
[[nodiscard]] const named_format* format_of(const value& from);

}}}  // namespace setpoint::v0::cel
