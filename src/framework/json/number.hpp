#pragma once
// Numbers of JSON as text: what decoders and encoders agree on.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::json {

// The double nearest to a number in JSON's form. One too small for any is 0 with its sign; none when it is
// too large (both as Go's strconv.ParseFloat has it).
std::optional<double> read_number(std::string_view text);

// As JSON, in the form that Go's encoding/json gives it: the shortest that reads back, with an exponent only
// below 1e-6 and from 1e21 on. "null" for what has no other form.
void append_number(double d, std::string& out);

}  // namespace setpoint::json
