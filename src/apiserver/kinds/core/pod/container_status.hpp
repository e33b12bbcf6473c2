#pragma once
// Statuses of containers in a pod's status (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// A container that terminated and may not restart stays terminated.
void validate_container_states(const bj::object& pod, const bj::object& old, field_errors& to);
// Users, health of allocated resources, and mounted volumes.
void validate_container_statuses(const bj::object& pod, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
