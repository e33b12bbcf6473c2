#pragma once
// Validation of resource quotas and of amounts.

#include "apiserver/kinds/shared/field_errors.hpp"
#include "setpoint/api/quantity.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Whether the amount has no fraction, as Kubernetes computes it: thousandths that exceed an int64 wrap, or
// count as none if the amount has a decimal suffix.
bool is_whole_amount(const quantity& q);
// Whether quotas count the resource by this name.
bool is_quota_resource(std::string_view name);
// The name of a resource in a quota.
void validate_quota_name(std::string_view name, const std::string& path, field_errors& to);
// An amount of the resource in a quota: not negative, and whole if the resource is counted.
void validate_quota_amount(std::string_view name, const bj::value& amount, const std::string& path,
                           field_errors& to);
// spec.scopes as Kubernetes prints it.
bj::value shown_scopes(const bj::object& spec);
// Amounts and scopes of a quota.
void validate_quota_spec(const bj::object& spec, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
