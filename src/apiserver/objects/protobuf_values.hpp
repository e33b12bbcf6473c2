#pragma once
// Single values in protobuf and in JSON: types with an encoding of their own.

#include "apiserver/objects/go_types.hpp"

#include <boost/json/value.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Invalid bytes become U+FFFD, as in Go's JSON.
std::string valid_utf8(std::string_view text);

// --- to JSON ---

// The value that a field of that type has if it is not set. Not for messages.
bj::value json_zero(go_kind kind);
// As Go's encoder prints it; null if JSON has no such number.
bj::value json_of_double(double d);
// Decodes the bytes of a field that is no number and no message. `depth`: how deep JSON in it may nest.
// Returns false and sets `why` if the bytes are malformed. A value that has no JSON is null, and sets
// `later` to the error of Go's JSON encoder, unless it is set.
bool read_scalar(go_kind kind, std::string_view bytes, std::size_t depth, bj::value& to, std::string& why,
                 std::string& later);

// --- from JSON that the server wrote ---

// Appends a string's characters; `escaped` is what stands between the quotes of valid JSON.
void append_unescaped(std::string_view escaped, std::string& to);
// Appends the bytes of the field whose JSON is `json`: a string, or a number of a quantity or an int or
// string. Invalid values become those that are not set.
void append_scalar(go_kind kind, std::string_view json, std::string& to);

}}}  // namespace setpoint::v0::apiserver
