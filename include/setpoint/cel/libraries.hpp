#pragma once
// The extension libraries of the language.
//
// Each adds functions, types and costs to an environment, once; a library that is added twice has its
// overloads twice. kubernetes_environment() contains those that kube-apiserver enables. Names and
// results, also of errors, follow cel-go's ext package; its documentation describes each function.

#include "setpoint/cel/environment.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// Extensions of the language, with the versions of cel-go: a later version has what the earlier ones have,
// and more.

// optional.of(), .?field, [?index], optMap(); from version 1 optFlatMap(), from 2 first(), last() and
// unwrap().
// Also enables the syntax. Needed by oldSelf with optionalOldSelf.
void add_optional_types(environment& to, int version = 2);
// charAt(), indexOf(), replace(), split(), ...; from version 1 format() and strings.quote(), from 3
// reverse(). format() separates thousands before version 4.
// Positions count code points.
void add_strings(environment& to, int version = 4);
// slice(); from version 1 flatten(), from 2 sort(), sortBy(), distinct(), reverse() and lists.range(),
// from 3 their costs.
void add_lists(environment& to, int version = 3);
// math.least() and greatest(); from version 1 rounding, signs and bits, from 2 math.sqrt().
void add_math(environment& to, int version = 2);
// sets.contains(), equivalent() and intersects().
// The arguments are lists; duplicates and order do not matter. O(n * m), which the costs reflect.
void add_sets(environment& to);
// base64.encode() and decode().
// Standard base64 (RFC 4648); decode() also accepts texts without padding.
void add_encoders(environment& to);
// cel.bind().
// cel.bind(x, f(a), x + x) evaluates f(a) at most once.
void add_bindings(environment& to);
// all(), exists(), exists_one(), transformList(), transformMap() and transformMapEntry() with index or key,
// and value.
void add_two_variable_comprehensions(environment& to);

}}}  // namespace setpoint::v0::cel
