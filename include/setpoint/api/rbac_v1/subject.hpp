#pragma once
// clang-format off
// Subject (rbac.authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace rbac_v1 {

struct subject {
    interned_string kind{};
    interned_string api_group{};
    interned_string name{};
    interned_string ns{};

    template <class Self = subject>
    static constexpr auto describe() {
        return schema::object(
            "Subject contains a reference to the object or user identities a role binding applies to.",
            schema::field(&Self::kind, "kind", "kind of object being referenced.", schema::required),
            schema::field(&Self::api_group, "apiGroup",
                          "apiGroup holds the API group of the referenced subject."),
            schema::field(&Self::name, "name", "name of the object being referenced.", schema::required),
            schema::field(&Self::ns, "namespace", "namespace of the referenced object."));
    }
};

}}}  // namespace setpoint::v0::rbac_v1

SETPOINT_COMPILED_TABLE(setpoint::rbac_v1::subject);
