#pragma once

#include "cel/ast.hpp"
#include "cel/declarations.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// Checks that go beyond types, as the options of the environment ask for them.
void validate(const ast& tree, const declarations& declared, issues& found);

}}}  // namespace setpoint::v0::cel
