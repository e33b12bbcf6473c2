#pragma once

#include "cel/ast.hpp"
#include "cel/node.hpp"

#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

// Why a program cannot be made.
struct plan_failure {
    std::string message;
};

// Makes the nodes of an expression. Constants are in `constants`; `loops` counts comprehensions. Throws
// plan_failure.
[[nodiscard]] node_ptr plan_expression(const ast& tree, const declarations& declared, arena& constants,
                                       std::size_t& loops);

}}}  // namespace setpoint::v0::cel
