#pragma once
// Updates of a pod's status (ValidatePodStatusUpdate of pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Without the metadata.
void validate_pod_status(const bj::object& pod, const bj::object& old, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
