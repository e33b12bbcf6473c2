#pragma once

#include "setpoint/cel/value.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// As Go's %q prints a text.
[[nodiscard]] std::string go_quoted(std::string_view text);

}}}  // namespace setpoint::v0::cel
