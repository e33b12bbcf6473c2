#pragma once
// Expressions in policies and webhook configurations compile (pkg/apis/admissionregistration/validation).

#include "apiserver/policies/expression_compiler.hpp"
#include "apiserver/schema/api_error.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Reports why an expression does not compile. `shown`: the value in the message.
void report_expression(const policies::compiled_expression& e, std::string_view shown,
                       const std::string& path, field_errors& to);
// Compiles an expression and reports why that fails.
void validate_expression(const policies::expression_compiler& compiler, std::string_view source,
                         policies::result_kind wanted, policies::expression_scope scope,
                         const std::string& path, field_errors& to);

// matchConditions of a webhook, or with `params` those of the spec of a policy with parameters.
void validate_match_conditions(const bj::object& o, const std::string& path, bool params, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
