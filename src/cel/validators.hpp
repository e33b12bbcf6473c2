#pragma once

#include "cel/ast.hpp"
#include "cel/declarations.hpp"

namespace setpoint::inline v0::cel {

// Checks that go beyond types, as the options of the environment ask for them.
void validate(const ast& tree, const declarations& declared, issues& found);

}  // namespace setpoint::inline v0::cel
