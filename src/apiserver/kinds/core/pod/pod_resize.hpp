#pragma once
// The subresource resize of pods (pkg/registry/core/pod/strategy.go and pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Keeps everything of the live pod's spec except the resources and resize policies. Containers that were
// added, removed, renamed or reordered are left to the validation.
void prepare_pod_resize(bj::object& pod, const bj::object& old);
// Beyond the validation of the pod itself.
void validate_pod_resize(const bj::object& pod, const bj::object& old, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
