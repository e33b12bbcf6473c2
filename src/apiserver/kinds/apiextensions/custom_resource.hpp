#pragma once
// The code for custom resources.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

extern const kind_code custom_kinds[2][2];  // [namespaced][has_status]

}}}  // namespace setpoint::v0::apiserver
