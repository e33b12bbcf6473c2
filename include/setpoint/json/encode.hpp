#pragma once
// Encodes described structs as JSON.

#include "setpoint/json/detail/type_table.hpp"

#include <boost/json/value.hpp>

#include <string>

namespace setpoint::inline v0::json {

// Appends `value` as JSON, with fields in the order of their description, so that equal values give
// equal bytes. Omits empty optionals, empty strings, unset scalars, empty lists and maps, and
// objects that would be empty - unless the field is required, or is an object, list, map or string
// in an optional that is set.
void encode(const type_info& type, const void* value, std::string& out);

template <class T>
std::string encode(const T& value) {
    std::string out;
    encode(type_of<T>(), &value, out);
    return out;
}

// Returns a tree, for code that works on dynamic objects.
boost::json::value to_value(const type_info& type, const void* value);
template <class T>
boost::json::value to_value(const T& value) {
    return to_value(type_of<T>(), &value);
}

// Appends s with quotes and escapes.
void quote(std::string_view s, std::string& out);

}  // namespace setpoint::inline v0::json
