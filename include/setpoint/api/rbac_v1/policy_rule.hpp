#pragma once
// clang-format off
// PolicyRule (rbac.authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace rbac_v1 {

struct policy_rule {
    std::vector<interned_string> verbs{};
    std::vector<interned_string> api_groups{};
    std::vector<interned_string> resources{};
    std::vector<interned_string> resource_names{};
    std::vector<interned_string> non_resource_urls{};

    template <class Self = policy_rule>
    static constexpr auto describe() {
        return schema::object(
            "PolicyRule holds information that describes a policy rule, but does not contain information "
            "about who the rule applies to or which namespace the rule applies ...",
            schema::field(&Self::verbs, "verbs",
                          "verbs is a list of Verbs that apply to ALL the ResourceKinds contained in this "
                          "rule."),
            schema::field(&Self::api_groups, "apiGroups",
                          "apiGroups is the name of the APIGroup that contains the resources."),
            schema::field(&Self::resources, "resources",
                          "resources is a list of resources this rule applies to."),
            schema::field(&Self::resource_names, "resourceNames",
                          "resourceNames is an optional white list of names that the rule applies to."),
            schema::field(&Self::non_resource_urls, "nonResourceURLs",
                          "nonResourceURLs is a set of partial urls that a user should have access to."));
    }
};

}}}  // namespace setpoint::v0::rbac_v1

SETPOINT_COMPILED_TABLE(setpoint::rbac_v1::policy_rule);
