#pragma once
// The difference of two texts, as `diff -u` prints it.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// "" if they are equal. The labels are those of the first two lines. Takes time proportional to the lines
// times the changed lines; beyond 1,000 changed lines, everything between the first and the last change is
// one hunk.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view before_label,
                         std::string_view after_label);

}}}  // namespace setpoint::v0::cli::scaffold
