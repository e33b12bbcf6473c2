#pragma once
// Which fields of an object are there: the rule of encode() about what is left out, shared with all that must
// agree with it.

#include "setpoint/json/type_info.hpp"

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

// The name of an enumeration's value; empty when it is not one of those described.
std::string_view enum_name(const type_info& type, const void* value);

}  // namespace setpoint::json
