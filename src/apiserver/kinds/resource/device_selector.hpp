#pragma once
// The expressions by which device classes and claims select devices (dynamic-resource-allocation/cel).

#include "apiserver/schema/api_error.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// It compiles, to a boolean or to an attribute of unknown type, and is not too expensive.
void validate_device_selector(std::string_view expression, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
