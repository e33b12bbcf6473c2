#pragma once
// Roles and their bindings (rbac.authorization.k8s.io/v1). Unset fields are never sent. rbac.hpp
// creates roles from an operator's accesses.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint::inline v0 {

struct rbac_rule {
    std::vector<interned_string> verbs{}, api_groups{}, resources{}, resource_names{}, non_resource_urls{};

    template <class Self = rbac_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "",
            field(&Self::verbs, "verbs",
                  "A list of Verbs that apply to ALL the ResourceKinds contained in this rule.", exclusive),
            field(&Self::api_groups, "apiGroups", "The name of the APIGroup that contains the resources.",
                  exclusive),
            field(&Self::resources, "resources", "A list of resources this rule applies to.", exclusive),
            field(&Self::resource_names, "resourceNames",
                  "An optional white list of names that the rule applies to.", exclusive),
            field(&Self::non_resource_urls, "nonResourceURLs",
                  "A set of partial urls that a user should have access to.", exclusive));
    }
};

struct rbac_role {
    object_meta metadata{};
    std::vector<rbac_rule> rules{};

    static constexpr auto kind() { return builtin_kind("rbac.authorization.k8s.io", "v1", "Role", "roles"); }
    template <class Self = rbac_role>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""),
                      field(&Self::rules, "rules", "All the PolicyRules for this Role.", exclusive));
    }
};

struct aggregation_rule {
    std::vector<label_selector> cluster_role_selectors{};

    template <class Self = aggregation_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "How to locate ClusterRoles to aggregate into the ClusterRole.",
            field(&Self::cluster_role_selectors, "clusterRoleSelectors",
                  "A list of selectors which will be used to find ClusterRoles and create the rules.",
                  exclusive));
    }
};

struct rbac_cluster_role {
    object_meta metadata{};
    std::vector<rbac_rule> rules{};
    boxed<setpoint::aggregation_rule> aggregation_rule{};

    static constexpr auto kind() {
        return builtin_kind("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles")
            .cluster_scoped();
    }
    template <class Self = rbac_cluster_role>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""),
                      field(&Self::rules, "rules", "All the PolicyRules for this ClusterRole.", exclusive),
                      field(&Self::aggregation_rule, "aggregationRule",
                            "An optional field that describes how to build the Rules for this ClusterRole."));
    }
};

struct rbac_subject {
    interned_string kind{}, api_group{}, name{}, ns{};

    template <class Self = rbac_subject>
    static constexpr auto describe() {
        using namespace schema;
        return object("A reference to the object or user identities a role binding applies to.",
                      field(&Self::kind, "kind", "Kind of object being referenced.", required),
                      field(&Self::api_group, "apiGroup", "The API group of the referenced subject."),
                      field(&Self::name, "name", "Name of the object being referenced.", required),
                      field(&Self::ns, "namespace", "Namespace of the referenced object."));
    }
};

struct role_ref {
    interned_string api_group{}, kind{}, name{};

    template <class Self = role_ref>
    static constexpr auto describe() {
        using namespace schema;
        return object("Information that points to the role being used +structType=atomic.",
                      field(&Self::api_group, "apiGroup", "The group for the resource being referenced."),
                      field(&Self::kind, "kind", "The type of resource being referenced."),
                      field(&Self::name, "name", "The name of resource being referenced."));
    }
};

struct role_binding {
    object_meta metadata{};
    std::vector<rbac_subject> subjects{};
    setpoint::role_ref role_ref{};

    static constexpr auto kind() {
        return builtin_kind("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings");
    }
    template <class Self = role_binding>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "RoleBinding references a role, but does not contain it.", field(&Self::metadata, "metadata", ""),
            field(&Self::subjects, "subjects", "References to the objects the role applies to.", exclusive),
            field(&Self::role_ref, "roleRef", ""));
    }
};

struct cluster_role_binding {
    object_meta metadata{};
    std::vector<rbac_subject> subjects{};
    setpoint::role_ref role_ref{};

    static constexpr auto kind() {
        return builtin_kind("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings")
            .cluster_scoped();
    }
    template <class Self = cluster_role_binding>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "ClusterRoleBinding references a ClusterRole, but not contain it.",
            field(&Self::metadata, "metadata", ""),
            field(&Self::subjects, "subjects", "References to the objects the role applies to.", exclusive),
            field(&Self::role_ref, "roleRef",
                  "RoleRef can only reference a ClusterRole in the global namespace."));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::rbac_role);
SETPOINT_BUILT_IN_KIND(setpoint::rbac_cluster_role);
SETPOINT_BUILT_IN_KIND(setpoint::role_binding);
SETPOINT_BUILT_IN_KIND(setpoint::cluster_role_binding);
