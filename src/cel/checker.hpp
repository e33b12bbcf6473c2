#pragma once

#include "cel/ast.hpp"
#include "cel/declarations.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// Gives every node of `tree` a type, and identifiers and calls what they refer to.
void check(ast& tree, const declarations& declared, issues& found);

}}}  // namespace setpoint::v0::cel
