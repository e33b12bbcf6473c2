#pragma once
// Values as the real server's language writes them in its messages. Integers that do not fit 64 bits with a
// sign are doubles there, and here.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint::apiserver::go_text {

namespace bj = boost::json;

// Values below this depth are written as null.
inline constexpr int max_depth = 128;

std::string quoted(std::string_view text);   // %q
std::string number(double d);                // %v
std::string json(const bj::value& v);        // encoding/json: keys sorted; <, > and & escaped
std::string printed(const bj::value& v);     // %v: map[a:1 b:[x y]]
std::string in_message(const bj::value& v);  // as field errors show a value
// Of messages that list the types of values: "integer", "number", "string", "boolean", "array", "object",
// "null".
std::string_view type_name(const bj::value& v);

}  // namespace setpoint::apiserver::go_text
