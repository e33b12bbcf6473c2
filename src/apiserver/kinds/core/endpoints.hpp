#pragma once
// Addresses of endpoints and Services.

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// An IP address that is not loopback, link-local or unspecified.
void validate_endpoint_ip(std::string_view ip, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
