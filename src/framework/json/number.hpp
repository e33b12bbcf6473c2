#pragma once
// The text form of JSON numbers, shared by decoders and encoders.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

// Returns the double nearest to a JSON number. A number that is too small becomes 0 with its sign;
// nothing if it is too large (both as Go's strconv.ParseFloat).
std::optional<double> read_number(std::string_view text);

// Appends the number as Go's encoding/json does: the shortest form that reads back, with an
// exponent only below 1e-6 and from 1e21 on. Infinity and NaN become "null".
void append_number(double d, std::string& out);

}}}  // namespace setpoint::v0::json
