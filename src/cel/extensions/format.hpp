#pragma once

#include "setpoint/cel/program.hpp"

#include <span>

namespace setpoint { inline namespace v0 { namespace cel {

// "%s".format([...]): args are the text and the list. `separators` separates thousands, as versions before 4
// do.
[[nodiscard]] value format_text(evaluation& in, std::span<const value> args, bool separators);

}}}  // namespace setpoint::v0::cel
