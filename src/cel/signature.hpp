#pragma once

#include "cel/declarations.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// Declares the overload of a row. Throws std::invalid_argument for an invalid signature.
void add_row(declarations& to, const function_row& row);

}}}  // namespace setpoint::v0::cel
