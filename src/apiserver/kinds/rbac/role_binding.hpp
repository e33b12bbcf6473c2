#pragma once
// What RoleBindings and ClusterRoleBindings have in common (pkg/apis/rbac/validation).

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void fill_role_ref(bj::object& binding);
void validate_any_binding(const bj::object& o, bool namespaced, field_errors& to);
void validate_any_binding_update(const bj::object& o, const bj::object& old, bool namespaced,
                                 field_errors& to);

extern const cell_row binding_cells[4];

}}}  // namespace setpoint::v0::apiserver
