#pragma once
// The extension libraries of the language.

#include "setpoint/cel/environment.hpp"

namespace setpoint::inline v0::cel {

// Extensions of the language, with the versions of cel-go: a later version has what the earlier ones have,
// and more.

// optional.of(), .?field, [?index], optMap(); from version 1 optFlatMap(), from 2 first(), last() and
// unwrap().
void add_optional_types(environment& to, int version = 2);
// charAt(), indexOf(), replace(), split(), ...; from version 1 format() and strings.quote(), from 3
// reverse(). format() separates thousands before version 4.
void add_strings(environment& to, int version = 4);
// slice(); from version 1 flatten(), from 2 sort(), sortBy(), distinct(), reverse() and lists.range(), from
// 3 their costs.
void add_lists(environment& to, int version = 3);
// math.least() and greatest(); from version 1 rounding, signs and bits, from 2 math.sqrt().
void add_math(environment& to, int version = 2);
// sets.contains(), equivalent() and intersects().
void add_sets(environment& to);
// base64.encode() and decode().
void add_encoders(environment& to);
// cel.bind().
void add_bindings(environment& to);
// all(), exists(), exists_one(), transformList(), transformMap() and transformMapEntry() with index or key,
// and value.
void add_two_variable_comprehensions(environment& to);

}  // namespace setpoint::inline v0::cel
