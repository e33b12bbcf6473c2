#pragma once
// clang-format off
// FieldSelectorRequirement (meta.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace meta_v1 {

struct field_selector_requirement {
    interned_string key{};
    interned_string op{};
    std::vector<interned_string> values{};

    template <class Self = field_selector_requirement>
    static constexpr auto describe() {
        return schema::object(
            "FieldSelectorRequirement is a selector that contains values, a key, and an operator that "
            "relates the key and values.",
            schema::field(&Self::key, "key", "key is the field selector key that the requirement applies to.",
                          schema::required),
            schema::field(&Self::op, "operator",
                          "operator represents a key's relationship to a set of values.", schema::required),
            schema::field(&Self::values, "values", "values is an array of string values."));
    }
};

}}}  // namespace setpoint::v0::meta_v1

SETPOINT_COMPILED_TABLE(setpoint::meta_v1::field_selector_requirement);
