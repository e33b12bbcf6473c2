#pragma once
// Validation of limit ranges and resource quotas.

#include "apiserver/validation/field_errors.hpp"

namespace setpoint::inline v0::apiserver {

// Whether quotas count the resource by this name.
bool is_quota_resource(std::string_view name);
// The name of a resource in a quota.
void validate_quota_name(std::string_view name, const std::string& path, field_errors& to);
// Amounts and scopes of a quota.
void validate_quota_spec(const bj::object& spec, field_errors& to);
// Items of a limit range: minimum, default and maximum must be consistent.
void validate_limit_range(const bj::object& limit_range, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
