#pragma once
// What differs between two values of a type.

#include "apiserver/patch/field_set.hpp"
#include "apiserver/patch/field_type.hpp"

namespace setpoint::apiserver::patching {

struct difference {
    field_set removed, modified, added;

    void leave_out(const field_set& these);  // and what is below them
};

difference compare_values(const bj::value& before, const bj::value& after, const field_type& t);

field_set fields_of(const bj::value& v, const field_type& t);

// The set as the schema would have it now: where it made a map or a list atomic, what was owned below it
// becomes it.
field_set reconciled(const field_set& s, const field_type& t);
// With all named fields that only have something below them.
field_set with_named_fields(const field_set& s, const field_type& t);

}  // namespace setpoint::apiserver::patching
