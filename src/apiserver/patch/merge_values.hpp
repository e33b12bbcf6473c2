#pragma once
// Merging and removing values by their type, for apply.

#include "apiserver/patch/field_set.hpp"
#include "apiserver/patch/field_type.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

// Merges `config` into `live`: nothing is removed, leaves come from `config`, and items of lists
// follow its order.
bj::value merge_values(const bj::value& live, const bj::value& config, const field_type& t);

// Returns `v` without the fields and items of the set; maps and lists that become empty are null.
bj::value remove_fields(const bj::value& v, const field_set& which, const field_type& t);

// Reasons why `v` does not match the type, one per line: ".spec.foo: field not declared in schema".
// Repeated items of lists are errors too, unless `repeats`.
std::vector<std::string> type_errors(const bj::value& v, const field_type& t, bool repeats = false);
// Whether there are no such errors, ignoring repeated items.
bool fits_type(const bj::value& v, const field_type& t);

}}}  // namespace setpoint::v0::apiserver::patching
