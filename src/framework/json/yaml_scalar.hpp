#pragma once
// Interprets YAML scalars as go-yaml v2 does (resolve.go), and decides which strings need quotes.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

struct yaml_node;

// Returns the value of a scalar: of a plain one by its form (YAML 1.1 except base 60), otherwise by
// its tag. .inf and .nan are doubles. Throws yaml_refusal if the tag does not fit.
boost::json::value resolve_scalar(const yaml_node& scalar);

// Returns a double as Go prints it with %g. `narrow`: as a float32.
std::string go_float(double d, bool narrow);

// [0-9]+ ( . [0-9]* )? | . [0-9]+, then ( [eE] [-+]? [0-9]+ )?; `digit` may contain more characters
// than digits.
bool is_decimal(std::string_view s, std::string_view digit);

// Whether all of s is printable: no line breaks, tabs or other control characters, valid UTF-8.
bool printable(std::string_view s);

// Whether any YAML 1.1 or 1.2 reader would read s, written plain, as something other than this
// string.
bool needs_quotes(std::string_view s);

}}}  // namespace setpoint::v0::json
