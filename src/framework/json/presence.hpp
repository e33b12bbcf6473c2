#pragma once
// Which fields of an object are present: encode()'s rule for omitting fields, shared by all code
// that must agree with it.

#include "setpoint/json/type_info.hpp"

namespace setpoint { inline namespace v0 { namespace json {

// A field's value with optionals opened.
struct present {
    const type_info* type = nullptr;  // null: omitted
    const void* value = nullptr;
    bool even_empty = false;  // the object is present even if it is empty
};

// Whether a value is unset, judged on its own; an object never is.
bool is_unset(const type_info& type, const void* value);

present field_of(const field_info& field, const void* object);

// Returns the name of an enumeration's value; empty if it is not a described one.
std::string_view enum_name(const type_info& type, const void* value);

}}}  // namespace setpoint::v0::json
