#pragma once
// Which perturbations are simpler than others, for the plan that a finding shows.

#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// A process that ends, a request that is lost or refused, a watch that is late: everything else needs more
// words.
bool is_plain(std::string_view name);
// Perturbations that do less than this one, the simplest first.
std::vector<std::string_view> simpler_than(std::string_view name);

}}}  // namespace setpoint::v0::sim
