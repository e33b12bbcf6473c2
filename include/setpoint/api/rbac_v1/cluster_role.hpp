#pragma once
// clang-format off
// ClusterRole (rbac.authorization.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/rbac_v1/policy_rule.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace rbac_v1 {

struct aggregation_rule {
    std::vector<label_selector> cluster_role_selectors{};

    template <class Self = aggregation_rule>
    static constexpr auto describe() {
        return schema::object(
            "AggregationRule describes how to locate ClusterRoles to aggregate into the ClusterRole",
            schema::field(&Self::cluster_role_selectors, "clusterRoleSelectors",
                          "clusterRoleSelectors holds a list of selectors which will be used to find "
                          "ClusterRoles and create the rules."));
    }
};

struct cluster_role {
    object_meta metadata{};
    std::vector<policy_rule> rules{};
    boxed<rbac_v1::aggregation_rule> aggregation_rule{};

    static constexpr auto kind() {
        return builtin_kind("rbac.authorization.k8s.io", "v1", "ClusterRole",
                            "clusterroles").cluster_scoped();
    }
    template <class Self = cluster_role>
    static constexpr auto describe() {
        return schema::object(
            "ClusterRole is a cluster level, logical grouping of PolicyRules that can be referenced as a "
            "unit by a RoleBinding or ClusterRoleBinding.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::rules, "rules", "rules holds all the PolicyRules for this ClusterRole"),
            schema::field(&Self::aggregation_rule, "aggregationRule",
                          "aggregationRule is an optional field that describes how to build the Rules for "
                          "this ClusterRole."));
    }
};

}}}  // namespace setpoint::v0::rbac_v1

SETPOINT_BUILT_IN_KIND(setpoint::rbac_v1::cluster_role);
