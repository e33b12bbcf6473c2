#pragma once
// Validation of webhook client configurations.

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint::inline v0::apiserver {

// A clientConfig must have either a URL or a Service.
void validate_webhook_client(const bj::object& client, const std::string& path, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
