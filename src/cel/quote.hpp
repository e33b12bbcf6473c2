#pragma once

#include "setpoint/cel/value.hpp"

#include <string>
#include <string_view>

namespace setpoint::inline v0::cel {

// As Go's %q prints a text.
[[nodiscard]] std::string go_quoted(std::string_view text);

}  // namespace setpoint::inline v0::cel
