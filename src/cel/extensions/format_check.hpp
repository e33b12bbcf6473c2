#pragma once

#include "cel/ast.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// Reports what is wrong with a call of format() on a constant text with a literal list.
void check_format(const ast& tree, const expr* call, issues& found);

}}}  // namespace setpoint::v0::cel
