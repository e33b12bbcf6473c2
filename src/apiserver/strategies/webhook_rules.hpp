#pragma once
// Rules and conditions of webhooks and admission policies (pkg/apis/admissionregistration/validation).

#include "apiserver/schema/api_error.hpp"

namespace setpoint::inline v0::apiserver {

// A RuleWithOperations.
void validate_webhook_rule(const bj::object& rule, const std::string& path, field_errors& to);
// matchConditions of a webhook or of a policy's spec. CEL expressions are not compiled.
void validate_match_conditions(const bj::object& o, const std::string& path, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
