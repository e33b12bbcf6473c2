#pragma once
// clang-format off
// RoleBinding (rbac.authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/rbac_v1/role_ref.hpp"
#include "setpoint/api/rbac_v1/subject.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace rbac_v1 {

struct role_binding {
    object_meta metadata{};
    std::vector<subject> subjects{};
    rbac_v1::role_ref role_ref{};

    static constexpr auto kind() {
        return builtin_kind("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings");
    }
    template <class Self = role_binding>
    static constexpr auto describe() {
        return schema::object(
            "RoleBinding references a role, but does not contain it.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::subjects, "subjects",
                          "subjects holds references to the objects the role applies to."),
            schema::field(&Self::role_ref, "roleRef",
                          "roleRef can reference a Role in the current namespace or a ClusterRole in the "
                          "global namespace."));
    }
};

}}}  // namespace setpoint::v0::rbac_v1

SETPOINT_BUILT_IN_KIND(setpoint::rbac_v1::role_binding);
