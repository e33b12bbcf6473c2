#pragma once
// Validation of resource quotas.

#include "apiserver/validation/field_errors.hpp"

namespace setpoint::inline v0::apiserver {

// Whether quotas count the resource by this name.
bool is_quota_resource(std::string_view name);
// The name of a resource in a quota.
void validate_quota_name(std::string_view name, const std::string& path, field_errors& to);
// Amounts and scopes of a quota.
void validate_quota_spec(const bj::object& spec, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
