#pragma once
// metav1.Status, as API servers answer errors.

#include <string>
#include <string_view>

namespace setpoint::replay {

std::string status_text(int code, std::string_view reason, std::string_view message);

}  // namespace setpoint::replay
