#pragma once
// clang-format off
// TopologySelectorTerm (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct topology_selector_label_requirement {
    interned_string key{};
    std::vector<interned_string> values{};

    template <class Self = topology_selector_label_requirement>
    static constexpr auto describe() {
        return schema::object(
            "A topology selector requirement is a selector that matches given label.",
            schema::field(&Self::key, "key", "The label key that the selector applies to.", schema::required),
            schema::field(&Self::values, "values", "An array of string values."));
    }
};

struct topology_selector_term {
    std::vector<topology_selector_label_requirement> match_label_expressions{};

    template <class Self = topology_selector_term>
    static constexpr auto describe() {
        return schema::object(
            "A topology selector term represents the result of label queries.",
            schema::field(&Self::match_label_expressions, "matchLabelExpressions",
                          "A list of topology selector requirements by labels."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::topology_selector_term);
