#pragma once

#include "setpoint/cel/program.hpp"

#include <span>

namespace setpoint::inline v0::cel {

// "%s".format([...]): args are the text and the list. `separators` separates thousands, as versions before 4
// do.
[[nodiscard]] value format_text(evaluation& in, std::span<const value> args, bool separators);

}  // namespace setpoint::inline v0::cel
