#pragma once
// Checks defaults that the compiler could not check (detail/value_checks.hpp). The API server
// rejects a CustomResourceDefinition with a default outside its limits.

#include "setpoint/json/type_info.hpp"

#include <boost/json/value.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

// Throws fault with errc::invalid, naming the field of the struct `owner`, if its default `value`
// is outside the field's limits.
void check_default(std::string_view owner, const field_info& f, const boost::json::value& value);

}}}  // namespace setpoint::v0::json
