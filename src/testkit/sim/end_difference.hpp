#pragma once
// How the objects at the end of two runs differ.

#include "setpoint/sim/finding.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

struct end_difference {
    std::string text;  // a line for each object, and one for each of its fields; "": there is no difference
    std::vector<difference> fields;  // the same as data
};
// The lines are those of object_state, sorted.
end_difference difference_at_end(const std::vector<std::string>& expected,
                                 const std::vector<std::string>& now);

}}}  // namespace setpoint::v0::sim
