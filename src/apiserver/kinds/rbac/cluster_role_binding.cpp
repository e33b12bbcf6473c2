// ClusterRoleBindings.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/rbac/role_binding.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr type_default cluster_role_binding_type_defaults[] = {{"rbac.v1.ClusterRoleBinding", fill_role_ref}};

void validate_cluster_role_binding(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_binding(o, false, to);
}

void validate_cluster_role_binding_update(const bj::object& o, const bj::object& old, const kind_context&,
                                          field_errors& to) {
    validate_any_binding_update(o, old, false, to);
}

}  // namespace

constinit const kind_code cluster_role_binding_kind{.defaults = apply_go_encoding,
                                                    .type_defaults = cluster_role_binding_type_defaults,
                                                    .validate = validate_cluster_role_binding,
                                                    .validate_update = validate_cluster_role_binding_update,
                                                    .cells = binding_cells,
                                                    .has_generation = false,
                                                    .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
