#pragma once
// clang-format off
// TypedLocalObjectReference (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct typed_local_object_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{};
    interned_string name{};

    template <class Self = typed_local_object_reference>
    static constexpr auto describe() {
        return schema::object(
            "TypedLocalObjectReference contains enough information to let you locate the typed referenced "
            "object inside the same namespace.",
            schema::field(&Self::api_group, "apiGroup",
                          "APIGroup is the group for the resource being referenced."),
            schema::field(&Self::kind, "kind", "Kind is the type of resource being referenced",
                          schema::required),
            schema::field(&Self::name, "name", "Name is the name of resource being referenced",
                          schema::required));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::typed_local_object_reference);
