#pragma once
// Times as the real server reads them.

#include <string>
#include <string_view>

namespace setpoint::apiserver {

// Why this is no RFC 3339 time, in the words of Go's time package; "" when it is one. `micro`: with six
// digits of seconds' fraction, as MicroTime is written.
std::string time_error(std::string_view text, bool micro);

}  // namespace setpoint::apiserver
