#pragma once
// Defaults that the compiler could not hold against their limits (detail/value_checks.hpp). The API server
// refuses a CustomResourceDefinition with one that breaks them.

#include "setpoint/json/type_info.hpp"

#include <boost/json/value.hpp>

#include <string_view>

namespace setpoint::json {

// Errors: fault with errc::invalid, which names the field of the struct `owner`, when `value`, its default,
// is outside the field's limits.
void check_default(std::string_view owner, const field_info& f, const boost::json::value& value);

}  // namespace setpoint::json
