#pragma once
// Whether the rules in CEL of a kind keep their meaning with its described types. Pure.

#include "cli/describe/kind_model.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

// Removes rules that do not compile with the described types, since these keep a part of the schema as JSON,
// and rules that an API server would refuse with them, since limits or keys of lists are not described. Each
// becomes a note. crd_of() then prints the others, and API servers accept them.
void remove_rules_that_do_not_fit(kind_model& m);

}}}  // namespace setpoint::v0::cli
