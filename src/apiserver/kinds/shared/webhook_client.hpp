#pragma once
// Validation of webhook client configurations.

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// A clientConfig must have either a URL or a Service.
void validate_webhook_client(const bj::object& client, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
