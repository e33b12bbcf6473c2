#pragma once
// clang-format off
// MatchResources (admissionregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct named_rule_with_operations {
    std::vector<interned_string> resource_names{};
    std::vector<interned_string> operations{};
    std::vector<interned_string> api_groups{};
    std::vector<interned_string> api_versions{};
    std::vector<interned_string> resources{};
    interned_string scope{};

    template <class Self = named_rule_with_operations>
    static constexpr auto describe() {
        return schema::object(
            "NamedRuleWithOperations is a tuple of Operations and Resources with ResourceNames.",
            schema::field(&Self::resource_names, "resourceNames",
                          "resourceNames is an optional white list of names that the rule applies to."),
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

struct match_resources {
    boxed<label_selector> namespace_selector{};
    boxed<label_selector> object_selector{};
    std::vector<named_rule_with_operations> resource_rules{};
    std::vector<named_rule_with_operations> exclude_resource_rules{};
    interned_string match_policy{};

    template <class Self = match_resources>
    static constexpr auto describe() {
        return schema::object(
            "MatchResources decides whether to run the admission control policy on an object based on "
            "whether it meets the match criteria.",
            schema::field(&Self::namespace_selector, "namespaceSelector",
                          "namespaceSelector decides whether to run the admission control policy on an "
                          "object based on whether the namespace for that object matches the selector."),
            schema::field(&Self::object_selector, "objectSelector",
                          "objectSelector decides whether to run the validation based on if the object "
                          "has matching labels. objectSelector is evaluated against both the oldObject "
                          "and ..."),
            schema::field(&Self::resource_rules, "resourceRules",
                          "resourceRules describes what operations on what resources/subresources the "
                          "ValidatingAdmissionPolicy matches."),
            schema::field(&Self::exclude_resource_rules, "excludeResourceRules",
                          "excludeResourceRules describes what operations on what resources/subresources "
                          "the ValidatingAdmissionPolicy should not care about."),
            schema::field(&Self::match_policy, "matchPolicy",
                          "matchPolicy defines how the \"MatchResources\" list is used to match incoming "
                          "requests."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::match_resources);
