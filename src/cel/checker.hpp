#pragma once

#include "cel/ast.hpp"
#include "cel/declarations.hpp"

namespace setpoint::inline v0::cel {

// Gives every node of `tree` a type, and identifiers and calls what they refer to.
void check(ast& tree, const declarations& declared, issues& found);

}  // namespace setpoint::inline v0::cel
