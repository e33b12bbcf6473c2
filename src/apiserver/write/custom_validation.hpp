#pragma once
// Validation of custom resources by their schemas (apiextensions-apiserver, registry/customresource).

#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// `r` must have a schema. `status`: the status endpoint, which validates only status, but all rules. Errors
// of rules about what did not change are appended to `warnings`.
void validate_custom_object(const server_state& w, const resource& r, const bj::object& object,
                            field_errors& errors);
void validate_custom_update(const server_state& w, const resource& r, const bj::object& next,
                            const bj::object& live, bool status, field_errors& errors,
                            std::vector<std::string>& warnings);

}}}  // namespace setpoint::v0::apiserver
