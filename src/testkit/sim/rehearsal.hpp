#pragma once
// The first run of a story, in a child process: a story without an end, or an operator that crashes, does not
// take this process with it.

#include "setpoint/sim/explore.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

// Throws cannot_explore if the story fails, has no end, or ends the process.
void rehearse(const exploration& what);
// Where two traces of the story differ first, in words; "" if they are equal.
std::string first_difference(std::string_view first, std::string_view second);

}}}  // namespace setpoint::v0::sim
