#pragma once
// clang-format off
// ParamKind (admissionregistration.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct param_kind {
    interned_string api_version{};
    interned_string kind{};

    template <class Self = param_kind>
    static constexpr auto describe() {
        return schema::object(
            "ParamKind is a tuple of Group Kind and Version.",
            schema::field(&Self::api_version, "apiVersion",
                          "apiVersion is the API group version the resources belong to."),
            schema::field(&Self::kind, "kind", "kind is the API kind the resources belong to."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::param_kind);
