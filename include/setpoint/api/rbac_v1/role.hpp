#pragma once
// clang-format off
// Role (rbac.authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/rbac_v1/policy_rule.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace rbac_v1 {

struct role {
    object_meta metadata{};
    std::vector<policy_rule> rules{};

    static constexpr auto kind() { return builtin_kind("rbac.authorization.k8s.io", "v1", "Role", "roles"); }
    template <class Self = role>
    static constexpr auto describe() {
        return schema::object(
            "Role is a namespaced, logical grouping of PolicyRules that can be referenced as a unit by a "
            "RoleBinding.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::rules, "rules", "rules holds all the PolicyRules for this Role"));
    }
};

}}}  // namespace setpoint::v0::rbac_v1

SETPOINT_BUILT_IN_KIND(setpoint::rbac_v1::role);
