#pragma once
// The spec of a HorizontalPodAutoscaler, in the form of autoscaling/v2 (pkg/apis/autoscaling/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// `old`: the spec before an update, which relaxes some rules; null for a create.
void validate_autoscaler_spec(const bj::object& spec, const bj::object* old, field_errors& to);

// One element of spec.metrics. `any_version`: describedObject.apiVersion is not validated.
void validate_autoscaler_metric(const bj::object& metric, const std::string& path, bool any_version,
                                field_errors& to);

// The error of an apiVersion; "" if it is valid.
std::string api_version_error(std::string_view api_version, bool group_required);

}}}  // namespace setpoint::v0::apiserver
