#pragma once
// Rules of webhooks and admission policies (pkg/apis/admissionregistration/validation).

#include "apiserver/schema/api_error.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A RuleWithOperations.
void validate_webhook_rule(const bj::object& rule, const std::string& path, field_errors& to);
// hook[key] is one of `allowed`, if present.
void validate_hook_choice(const bj::object& hook, const char* key, const std::vector<std::string>& allowed,
                          const std::string& path, field_errors& to);
bool contains_text(const bj::array& list, const char* text);

}}}  // namespace setpoint::v0::apiserver
