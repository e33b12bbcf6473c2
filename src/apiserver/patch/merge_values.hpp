#pragma once
// Changes of values by their type: what apply puts into an object, and what it takes out.

#include "apiserver/patch/field_set.hpp"
#include "apiserver/patch/field_type.hpp"

namespace setpoint::apiserver::patching {

// `config` laid over `live`: nothing goes away, leaves are those of `config`, items of lists stand in its
// order.
bj::value merge_values(const bj::value& live, const bj::value& config, const field_type& t);

// `v` without the fields and items of the set; a list or map that becomes empty is null.
bj::value remove_fields(const bj::value& v, const field_set& which, const field_type& t);

// What keeps `v` from being of the type, one line each: ".spec.foo: field not declared in schema". Duplicate
// items of lists are errors, too.
std::vector<std::string> type_errors(const bj::value& v, const field_type& t);
// Whether there are none; duplicates are no matter here.
bool fits_type(const bj::value& v, const field_type& t);

}  // namespace setpoint::apiserver::patching
