#pragma once
// clang-format off
// Variable (admissionregistration.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct variable {
    interned_string name{};
    interned_string expression{};

    template <class Self = variable>
    static constexpr auto describe() {
        return schema::object(
            "Variable is the definition of a variable that is used for composition.",
            schema::field(&Self::name, "name", "name is the name of the variable.", schema::required),
            schema::field(&Self::expression, "expression",
                          "expression is the expression that will be evaluated as the value of the "
                          "variable.", schema::required));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::variable);
