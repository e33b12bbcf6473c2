#pragma once
// What bindings of validating and mutating admission policies have in common.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_policy_binding(const bj::object& o, field_errors& to);

extern const cell_row policy_binding_cells[2];

}}}  // namespace setpoint::v0::apiserver
