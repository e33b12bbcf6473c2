#pragma once

#include "cel/declarations.hpp"

namespace setpoint::inline v0::cel {

// Declares the overload of a row. Throws std::invalid_argument for an invalid signature.
void add_row(declarations& to, const function_row& row);

}  // namespace setpoint::inline v0::cel
