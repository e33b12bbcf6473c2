#pragma once
// What limit ranges and resource quotas say about amounts.

#include "apiserver/validation/field_errors.hpp"

namespace setpoint::apiserver::kinds {

// The name of a resource that a quota counts.
void check_quota_name(std::string_view name, const std::string& path, field_errors& to);
// The items of a limit range: least, default and most amounts that fit each other.
void check_limits(const bj::object& limit_range, field_errors& to);

}  // namespace setpoint::apiserver::kinds
