#pragma once
// Differences between two values of a type.

#include "apiserver/patch/field_set.hpp"
#include "apiserver/patch/field_type.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

struct difference {
    field_set removed, modified, added;

    void exclude(const field_set& these);  // with everything below them
};

difference compare_values(const bj::value& before, const bj::value& after, const field_type& t);

field_set fields_of(const bj::value& v, const field_type& t);

// Adapts a set to the current schema: where a map or list has become atomic, fields below it are
// replaced by the map or list itself.
field_set reconcile_with_schema(const field_set& s, const field_type& t);
// Adds every named field that has members only below it.
field_set with_named_fields(const field_set& s, const field_type& t);

}}}  // namespace setpoint::v0::apiserver::patching
