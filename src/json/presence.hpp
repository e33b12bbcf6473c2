#pragma once
// Which fields of an object are there: the rule of encode() about what is left out, shared with all that must
// agree with it.

#include <setpoint/json/type_info.hpp>

namespace setpoint::json {

// A field's value with optionals opened.
struct present {
    const type_info* type = nullptr;  // null: left out
    const void* value = nullptr;
    bool even_empty = false;  // an object is there although nothing is in it
};

// Whether a value says nothing, looked at alone; an object is never unset in this sense.
bool is_unset(const type_info& type, const void* value);

present field_of(const field_info& field, const void* object);

// As JSON, in the form that Go's encoding/json gives it: the shortest that reads back, with an exponent only
// below 1e-6 and from 1e21 on. "null" for what has no other form.
void append_number(double d, std::string& out);

// The name of an enumeration's value; empty when it is not one of those described.
std::string_view enum_name(const type_info& type, const void* value);

}  // namespace setpoint::json
