#pragma once
// Encodes described structs as JSON.
//
// Decoding an encoded object gives an object that is json::same() to it, unless a field that is unset has
// another initial value. Encoding a decoded object need not give the original text: unknown fields, white
// space and the order of fields are lost.

#include "setpoint/json/detail/type_table.hpp"

#include <boost/json/value.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace json {

// Appends `value` as JSON, with fields in the order of their description, so that equal values give
// equal bytes. Omits empty optionals, empty strings, unset scalars, empty lists and maps, and
// objects that would be empty - unless the field is required, or is an object, list, map or string
// in an optional that is set.
// `value` is a constructed value of `type`, void* because one encoder follows all tables; the caller keeps
// it. Numbers that JSON cannot express (NaN, infinity) and enum values without a text become null, and
// invalid UTF-8 becomes U+FFFD, so that the result is always valid JSON. `out` is extended, not cleared:
// reuse it to avoid allocations. No errors.
void encode(const type_info& type, const void* value, std::string& out);

//     json::encode(spec) == R"({"replicas":3,"image":"nginx:1.25"})"
template <class T>
std::string encode(const T& value) {
    std::string out;
    encode(type_of<T>(), &value, out);
    return out;
}

// Returns a tree, for code that works on dynamic objects.
// Equals the parsed result of encode(), member for member. `value` stays the caller's; the tree owns
// copies and uses the default memory resource. Nesting recurses on the stack, as deep as the described
// types and trees are.
boost::json::value to_value(const type_info& type, const void* value);
template <class T>
boost::json::value to_value(const T& value) {
    return to_value(type_of<T>(), &value);
}

// Appends s with quotes and escapes.
// Escapes as RFC 8259 requires: quotes, backslashes and control characters; other characters stay UTF-8.
// Bytes that are not UTF-8 become U+FFFD, one for each byte.
void quote(std::string_view s, std::string& out);

}}}  // namespace setpoint::v0::json
