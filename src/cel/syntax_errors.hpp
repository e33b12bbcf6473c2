#pragma once

#include "cel/lexer.hpp"
#include "setpoint/cel/issue.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// Reports the syntax errors of a source that the parser refused, as cel-go's parser reports them: ANTLR
// recovers from an error, and continues.
void report_syntax_errors(const source_text& source, const std::vector<token>& tokens, int deepest,
                          issues& to);

}}}  // namespace setpoint::v0::cel
