#pragma once
// clang-format off
// RuleWithOperations (admissionregistration.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct rule_with_operations {
    std::vector<interned_string> operations{};
    std::vector<interned_string> api_groups{};
    std::vector<interned_string> api_versions{};
    std::vector<interned_string> resources{};
    interned_string scope{};

    template <class Self = rule_with_operations>
    static constexpr auto describe() {
        return schema::object(
            "RuleWithOperations is a tuple of Operations and Resources.",
            schema::field(&Self::operations, "operations",
                          "operations is the operations the admission hook cares about - CREATE, UPDATE, "
                          "DELETE, CONNECT or * for all of those operations and any future admission ..."),
            schema::field(&Self::api_groups, "apiGroups",
                          "apiGroups is the API groups the resources belong to."),
            schema::field(&Self::api_versions, "apiVersions",
                          "apiVersions is the API versions the resources belong to."),
            schema::field(&Self::resources, "resources",
                          "resources is a list of resources this rule applies to."),
            schema::field(&Self::scope, "scope", "scope specifies the scope of this rule."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::rule_with_operations);
