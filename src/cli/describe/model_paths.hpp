#pragma once
// Whether the paths of a kind (columns, scale, selectable fields) lead to described fields of the right type:
// the rules by which setpoint::kind_of() would refuse to compile. Pure.

#include "cli/describe/kind_model.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

// Removes the columns, selectable fields, the scale subresource, and the names beyond what a kind may have,
// that do not fit, with a note for each.
void remove_what_does_not_fit(kind_model& m);

}}}  // namespace setpoint::v0::cli
