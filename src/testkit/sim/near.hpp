#pragma once
// What somebody may have meant by a name that does not exist.

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// The names that differ least from `name`, the nearest first; at most three, and none that has little in
// common with it.
std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& all);

}}}  // namespace setpoint::v0::sim
