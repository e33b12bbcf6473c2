#pragma once
// clang-format off
// NodeSelector (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/node_selector_term.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct node_selector {
    std::vector<node_selector_term> node_selector_terms{};

    template <class Self = node_selector>
    static constexpr auto describe() {
        return schema::object(
            "A node selector represents the union of the results of one or more label queries over a set "
            "of nodes; that is, it represents the OR of the selectors represented ...",
            schema::field(&Self::node_selector_terms, "nodeSelectorTerms", "Required."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::node_selector);
