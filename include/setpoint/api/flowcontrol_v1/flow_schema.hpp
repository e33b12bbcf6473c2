#pragma once
// clang-format off
// FlowSchema (flowcontrol.apiserver.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace flowcontrol_v1 {

struct priority_level_configuration_reference {
    interned_string name{};

    template <class Self = priority_level_configuration_reference>
    static constexpr auto describe() {
        return schema::object(
            "PriorityLevelConfigurationReference contains information that points to the "
            "\"request-priority\" being used.",
            schema::field(&Self::name, "name",
                          "`name` is the name of the priority level configuration being referenced "
                          "Required."));
    }
};

struct flow_distinguisher_method {
    interned_string type{};

    template <class Self = flow_distinguisher_method>
    static constexpr auto describe() {
        return schema::object(
            "FlowDistinguisherMethod specifies the method of a flow distinguisher.",
            schema::field(&Self::type, "type",
                          "`type` is the type of flow distinguisher method The supported types are "
                          "\"ByUser\" and \"ByNamespace\".", schema::required));
    }
};

struct user_subject {
    interned_string name{};

    template <class Self = user_subject>
    static constexpr auto describe() {
        return schema::object(
            "UserSubject holds detailed information for user-kind subject.",
            schema::field(&Self::name, "name",
                          "`name` is the username that matches, or \"*\" to match all usernames.",
                          schema::required));
    }
};

struct group_subject {
    interned_string name{};

    template <class Self = group_subject>
    static constexpr auto describe() {
        return schema::object(
            "GroupSubject holds detailed information for group-kind subject.",
            schema::field(&Self::name, "name",
                          "name is the user group that matches, or \"*\" to match all user groups.",
                          schema::required));
    }
};

struct service_account_subject {
    interned_string ns{};
    interned_string name{};

    template <class Self = service_account_subject>
    static constexpr auto describe() {
        return schema::object(
            "ServiceAccountSubject holds detailed information for service-account-kind subject.",
            schema::field(&Self::ns, "namespace",
                          "`namespace` is the namespace of matching ServiceAccount objects.",
                          schema::required),
            schema::field(&Self::name, "name",
                          "`name` is the name of matching ServiceAccount objects, or \"*\" to match "
                          "regardless of name.", schema::required));
    }
};

struct subject {
    interned_string kind{};
    boxed<user_subject> user{};
    boxed<group_subject> group{};
    boxed<service_account_subject> service_account{};

    template <class Self = subject>
    static constexpr auto describe() {
        return schema::object(
            "Subject matches the originator of a request, as identified by the request authentication "
            "system.",
            schema::field(&Self::kind, "kind", "`kind` indicates which one of the other fields is non-empty.",
                          schema::required),
            schema::field(&Self::user, "user", "`user` matches based on username."),
            schema::field(&Self::group, "group", "`group` matches based on user group name."),
            schema::field(&Self::service_account, "serviceAccount",
                          "`serviceAccount` matches ServiceAccounts."));
    }
};

struct resource_policy_rule {
    std::vector<interned_string> verbs{};
    std::vector<interned_string> api_groups{};
    std::vector<interned_string> resources{};
    std::optional<bool> cluster_scope{};
    std::vector<interned_string> namespaces{};

    template <class Self = resource_policy_rule>
    static constexpr auto describe() {
        return schema::object(
            "ResourcePolicyRule is a predicate that matches some resource requests, testing the request's "
            "verb and the target resource.",
            schema::field(&Self::verbs, "verbs", "`verbs` is a list of matching verbs and may not be empty.",
                          schema::list_set),
            schema::field(&Self::api_groups, "apiGroups",
                          "`apiGroups` is a list of matching API groups and may not be empty.",
                          schema::list_set),
            schema::field(&Self::resources, "resources",
                          "`resources` is a list of matching resources (i.e., lowercase and plural) with, "
                          "if desired, subresource.", schema::list_set),
            schema::field(&Self::cluster_scope, "clusterScope",
                          "`clusterScope` indicates whether to match requests that do not specify a "
                          "namespace (which happens either because the resource is not namespaced or the "
                          "request ...", schema::omitzero),
            schema::field(&Self::namespaces, "namespaces",
                          "`namespaces` is a list of target namespaces that restricts matches.",
                          schema::list_set));
    }
};

struct non_resource_policy_rule {
    std::vector<interned_string> verbs{};
    std::vector<interned_string> non_resource_urls{};

    template <class Self = non_resource_policy_rule>
    static constexpr auto describe() {
        return schema::object(
            "NonResourcePolicyRule is a predicate that matches non-resource requests according to their "
            "verb and the target non-resource URL.",
            schema::field(&Self::verbs, "verbs", "`verbs` is a list of matching verbs and may not be empty.",
                          schema::list_set),
            schema::field(&Self::non_resource_urls, "nonResourceURLs",
                          "`nonResourceURLs` is a set of url prefixes that a user should have access to "
                          "and may not be empty.", schema::list_set));
    }
};

struct policy_rules_with_subjects {
    std::vector<subject> subjects{};
    std::vector<resource_policy_rule> resource_rules{};
    std::vector<non_resource_policy_rule> non_resource_rules{};

    template <class Self = policy_rules_with_subjects>
    static constexpr auto describe() {
        return schema::object(
            "PolicyRulesWithSubjects prescribes a test that applies to a request to an apiserver.",
            schema::field(&Self::subjects, "subjects",
                          "subjects is the list of normal user, serviceaccount, or group that this rule "
                          "cares about."),
            schema::field(&Self::resource_rules, "resourceRules",
                          "`resourceRules` is a slice of ResourcePolicyRules that identify matching "
                          "requests according to their verb and the target resource."),
            schema::field(&Self::non_resource_rules, "nonResourceRules",
                          "`nonResourceRules` is a list of NonResourcePolicyRules that identify matching "
                          "requests according to their verb and the target non-resource URL."));
    }
};

struct flow_schema_spec {
    priority_level_configuration_reference priority_level_configuration{};
    std::optional<std::int32_t> matching_precedence{};
    boxed<flow_distinguisher_method> distinguisher_method{};
    std::vector<policy_rules_with_subjects> rules{};

    template <class Self = flow_schema_spec>
    static constexpr auto describe() {
        return schema::object(
            "FlowSchemaSpec describes how the FlowSchema's specification looks like.",
            schema::field(&Self::priority_level_configuration, "priorityLevelConfiguration",
                          "`priorityLevelConfiguration` should reference a PriorityLevelConfiguration in "
                          "the cluster."),
            schema::field(&Self::matching_precedence, "matchingPrecedence",
                          "`matchingPrecedence` is used to choose among the FlowSchemas that match a "
                          "given request."),
            schema::field(&Self::distinguisher_method, "distinguisherMethod",
                          "`distinguisherMethod` defines how to compute the flow distinguisher for "
                          "requests that match this schema."),
            schema::field(&Self::rules, "rules",
                          "`rules` describes which requests will match this flow schema."));
    }
};

struct flow_schema_status {
    std::vector<condition> conditions{};

    template <class Self = flow_schema_status>
    static constexpr auto describe() {
        return schema::object(
            "FlowSchemaStatus represents the current state of a FlowSchema.",
            schema::field(&Self::conditions, "conditions",
                          "`conditions` is a list of the current states of FlowSchema.",
                          schema::list_map("type")));
    }
};

struct flow_schema {
    object_meta metadata{};
    flow_schema_spec spec{};
    flow_schema_status status{};

    static constexpr auto kind() {
        return builtin_kind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema",
                            "flowschemas").cluster_scoped();
    }
    template <class Self = flow_schema>
    static constexpr auto describe() {
        return schema::object(
            "FlowSchema defines the schema of a group of flows.",
            schema::field(&Self::metadata, "metadata", "`metadata` is the standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "`spec` is the specification of the desired behavior of a FlowSchema."),
            schema::field(&Self::status, "status", "`status` is the current status of a FlowSchema."));
    }
};

}}}  // namespace setpoint::v0::flowcontrol_v1

SETPOINT_BUILT_IN_KIND(setpoint::flowcontrol_v1::flow_schema);
