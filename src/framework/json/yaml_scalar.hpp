#pragma once
// What a YAML scalar means, as go-yaml v2 has it (resolve.go), and which strings need quotes.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint::json {

struct yaml_node;

// The value of a scalar: of a plain one by its form (YAML 1.1 but for numbers to the base 60), otherwise by
// its tag. .inf and .nan are doubles. Throws yaml_refusal when the tag does not fit.
boost::json::value resolve_scalar(const yaml_node& scalar);

// A double as Go prints it with %g. `narrow`: as a float32.
std::string go_float(double d, bool narrow);

// [0-9]+ ( . [0-9]* )? | . [0-9]+, then ( [eE] [-+]? [0-9]+ )?; `digit` may hold more characters than digits.
bool is_decimal(std::string_view s, std::string_view digit);

// Whether all of s can be shown as it is: no line breaks, tabs or other control characters, valid UTF-8.
bool printable(std::string_view s);

// Whether any reader, of YAML 1.1 or 1.2, would take s, written plain, for something else than this string.
bool needs_quotes(std::string_view s);

}  // namespace setpoint::json
