#pragma once
// What flow schemas and priority levels have in common (pkg/apis/flowcontrol/validation).

#include "apiserver/schema/api_error.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// status.conditions: types are unique.
void validate_flow_conditions(const bj::object& o, field_errors& to);
// The specs of `exempt` and `catch-all`, which the server creates, must stay as they are in `old`.
// `except_exempt`: but for spec.exempt of `exempt`.
void validate_mandatory_spec(const bj::object& o, const bj::object& old, bool except_exempt,
                             field_errors& to);
std::string_view flow_object_name(const bj::object& o);

}}}  // namespace setpoint::v0::apiserver
