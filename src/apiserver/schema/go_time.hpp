#pragma once
// Go's time.Parse for metav1.Time and metav1.MicroTime.

#include <string>
#include <string_view>

namespace setpoint::apiserver {

// Returns the error of time.Parse for RFC 3339, or "" if `text` is valid. `micro` requires a
// fraction of six digits, as MicroTime does.
std::string time_error(std::string_view text, bool micro);

}  // namespace setpoint::apiserver
