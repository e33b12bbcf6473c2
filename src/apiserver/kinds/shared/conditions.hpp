#pragma once
// Conditions in the status of objects (apimachinery, apis/meta/v1/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// A list of metav1.Condition.
void validate_conditions(const bj::array& conditions, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
