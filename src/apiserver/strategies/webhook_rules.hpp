#pragma once
// Rules of webhooks and admission policies (pkg/apis/admissionregistration/validation).

#include "apiserver/schema/api_error.hpp"

namespace setpoint::inline v0::apiserver {

// A RuleWithOperations.
void validate_webhook_rule(const bj::object& rule, const std::string& path, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
