#pragma once
// Addresses that endpoints and Services may have.

#include "apiserver/validation/field_errors.hpp"

namespace setpoint::apiserver::kinds {

// An address, and none of loopback, link-local or the unspecified one.
void check_endpoint_ip(std::string_view ip, const std::string& path, field_errors& to);

}  // namespace setpoint::apiserver::kinds
