#pragma once
// clang-format off
// MatchCondition (admissionregistration.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct match_condition {
    interned_string name{};
    interned_string expression{};

    template <class Self = match_condition>
    static constexpr auto describe() {
        return schema::object(
            "MatchCondition represents a condition which must by fulfilled for a request to be sent to a "
            "webhook.",
            schema::field(&Self::name, "name",
                          "name is an identifier for this match condition, used for strategic merging of "
                          "MatchConditions, as well as providing an identifier for logging purposes.",
                          schema::required),
            schema::field(&Self::expression, "expression",
                          "expression represents the expression which will be evaluated by CEL.",
                          schema::required));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::match_condition);
