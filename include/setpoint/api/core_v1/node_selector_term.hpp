#pragma once
// clang-format off
// NodeSelectorTerm (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct node_selector_requirement {
    interned_string key{};
    interned_string op{};
    std::vector<interned_string> values{};

    template <class Self = node_selector_requirement>
    static constexpr auto describe() {
        return schema::object(
            "A node selector requirement is a selector that contains values, a key, and an operator that "
            "relates the key and values.",
            schema::field(&Self::key, "key", "The label key that the selector applies to.", schema::required),
            schema::field(&Self::op, "operator", "Represents a key's relationship to a set of values.",
                          schema::required),
            schema::field(&Self::values, "values", "An array of string values."));
    }
};

struct node_selector_term {
    std::vector<node_selector_requirement> match_expressions{};
    std::vector<node_selector_requirement> match_fields{};

    template <class Self = node_selector_term>
    static constexpr auto describe() {
        return schema::object(
            "A null or empty node selector term matches no objects.",
            schema::field(&Self::match_expressions, "matchExpressions",
                          "A list of node selector requirements by node's labels."),
            schema::field(&Self::match_fields, "matchFields",
                          "A list of node selector requirements by node's fields."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::node_selector_term);
