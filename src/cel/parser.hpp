#pragma once

#include "cel/ast.hpp"
#include "cel/builder.hpp"

#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace cel {

struct parser_options {
    bool optional_syntax = false;
    bool quoted_idents = false;
    std::int32_t longest = 100'000;  // code points
    int deepest = 250;               // nesting of one rule of the grammar
    // Finds the macro of a call, or nullptr.
    std::function<const macro*(std::string_view name, int arguments, bool receiver)> find_macro;
};

// Parses `tree`.source; tree.root is null after a syntax error, which is in `found`.
void parse(ast& tree, const parser_options& options, issues& found);

}}}  // namespace setpoint::v0::cel
