#pragma once
// The code for custom resources.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint::inline v0::apiserver {

extern const kind_code custom_kinds[2][2];  // [namespaced][has_status]

}  // namespace setpoint::inline v0::apiserver
