#pragma once
// clang-format off
// CrossVersionObjectReference (autoscaling/v2).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace autoscaling_v2 {

struct cross_version_object_reference {
    interned_string kind{};
    interned_string name{};
    interned_string api_version{};

    template <class Self = cross_version_object_reference>
    static constexpr auto describe() {
        return schema::object(
            "CrossVersionObjectReference contains enough information to let you identify the referred "
            "resource.",
            schema::field(&Self::kind, "kind", "kind is the kind of the referent."),
            schema::field(&Self::name, "name", "name is the name of the referent."),
            schema::field(&Self::api_version, "apiVersion", "apiVersion is the API version of the referent"));
    }
};

}}}  // namespace setpoint::v0::autoscaling_v2

SETPOINT_COMPILED_TABLE(setpoint::autoscaling_v2::cross_version_object_reference);
