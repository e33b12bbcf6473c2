#pragma once
// clang-format off
// RoleRef (rbac.authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace rbac_v1 {

struct role_ref {
    interned_string api_group{};
    interned_string kind{};
    interned_string name{};

    template <class Self = role_ref>
    static constexpr auto describe() {
        return schema::object(
            "RoleRef contains information that points to the role being used",
            schema::field(&Self::api_group, "apiGroup",
                          "apiGroup is the group for the resource being referenced"),
            schema::field(&Self::kind, "kind", "kind is the type of resource being referenced"),
            schema::field(&Self::name, "name", "name is the name of resource being referenced"));
    }
};

}}}  // namespace setpoint::v0::rbac_v1

SETPOINT_COMPILED_TABLE(setpoint::rbac_v1::role_ref);
