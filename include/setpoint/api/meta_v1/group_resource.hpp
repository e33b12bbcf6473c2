#pragma once
// clang-format off
// GroupResource (meta.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace meta_v1 {

struct group_resource {
    interned_string group{};
    interned_string resource{};

    template <class Self = group_resource>
    static constexpr auto describe() {
        return schema::object(
            "GroupResource specifies a Group and a Resource, but does not force a version.",
            schema::field(&Self::group, "group", ""),
            schema::field(&Self::resource, "resource", ""));
    }
};

}}}  // namespace setpoint::v0::meta_v1

SETPOINT_COMPILED_TABLE(setpoint::meta_v1::group_resource);
