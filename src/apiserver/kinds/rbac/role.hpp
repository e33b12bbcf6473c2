#pragma once
// What Roles and ClusterRoles have in common (pkg/apis/rbac/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// A name_validator.
messages role_name(std::string_view s, bool prefix);
void validate_policy_rules(const bj::object& o, bool namespaced, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
