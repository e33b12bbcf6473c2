#pragma once
// clang-format off
// ParamRef (admissionregistration.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct param_ref {
    interned_string name{};
    interned_string ns{};
    boxed<label_selector> selector{};
    interned_string parameter_not_found_action{};

    template <class Self = param_ref>
    static constexpr auto describe() {
        return schema::object(
            "ParamRef describes how to locate the params to be used as input to expressions of rules "
            "applied by a policy binding.",
            schema::field(&Self::name, "name", "name is the name of the resource being referenced."),
            schema::field(&Self::ns, "namespace", "namespace is the namespace of the referenced resource."),
            schema::field(&Self::selector, "selector",
                          "selector can be used to match multiple param objects based on their labels."),
            schema::field(&Self::parameter_not_found_action, "parameterNotFoundAction",
                          "parameterNotFoundAction controls the behavior of the binding when the resource "
                          "exists, and name or selector is valid, but there are no parameters matched by "
                          "the ..."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::param_ref);
