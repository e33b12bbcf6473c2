#pragma once
// clang-format off
// SelfSubjectRulesReview (authorization.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct self_subject_rules_review_spec {
    interned_string ns{};

    template <class Self = self_subject_rules_review_spec>
    static constexpr auto describe() {
        return schema::object(
            "SelfSubjectRulesReviewSpec defines the specification for SelfSubjectRulesReview.",
            schema::field(&Self::ns, "namespace", "namespace to evaluate rules for."));
    }
};

struct resource_rule {
    std::vector<interned_string> verbs{};
    std::vector<interned_string> api_groups{};
    std::vector<interned_string> resources{};
    std::vector<interned_string> resource_names{};

    template <class Self = resource_rule>
    static constexpr auto describe() {
        return schema::object(
            "ResourceRule is the list of actions the subject is allowed to perform on resources.",
            schema::field(&Self::verbs, "verbs",
                          "verbs is a list of kubernetes resource API verbs, like: get, list, watch, "
                          "create, update, delete, proxy."),
            schema::field(&Self::api_groups, "apiGroups",
                          "apiGroups is the name of the APIGroup that contains the resources."),
            schema::field(&Self::resources, "resources",
                          "resources is a list of resources this rule applies to."),
            schema::field(&Self::resource_names, "resourceNames",
                          "resourceNames is an optional white list of names that the rule applies to."));
    }
};

struct non_resource_rule {
    std::vector<interned_string> verbs{};
    std::vector<interned_string> non_resource_urls{};

    template <class Self = non_resource_rule>
    static constexpr auto describe() {
        return schema::object(
            "NonResourceRule holds information that describes a rule for the non-resource",
            schema::field(&Self::verbs, "verbs",
                          "verbs is a list of kubernetes non-resource API verbs, like: get, post, put, "
                          "delete, patch, head, options."),
            schema::field(&Self::non_resource_urls, "nonResourceURLs",
                          "nonResourceURLs is a set of partial urls that a user should have access to."));
    }
};

struct subject_rules_review_status {
    std::vector<resource_rule> resource_rules{};
    std::vector<non_resource_rule> non_resource_rules{};
    std::optional<bool> incomplete{};
    interned_string evaluation_error{};

    template <class Self = subject_rules_review_status>
    static constexpr auto describe() {
        return schema::object(
            "SubjectRulesReviewStatus contains the result of a rules check.",
            schema::field(&Self::resource_rules, "resourceRules",
                          "resourceRules is the list of actions the subject is allowed to perform on "
                          "resources."),
            schema::field(&Self::non_resource_rules, "nonResourceRules",
                          "nonResourceRules is the list of actions the subject is allowed to perform on "
                          "non-resources."),
            schema::field(&Self::incomplete, "incomplete",
                          "incomplete is true when the rules returned by this call are incomplete."),
            schema::field(&Self::evaluation_error, "evaluationError",
                          "evaluationError can appear in combination with Rules."));
    }
};

struct self_subject_rules_review {
    object_meta metadata{};
    self_subject_rules_review_spec spec{};
    boxed<subject_rules_review_status> status{};

    static constexpr auto kind() {
        return builtin_kind("authorization.k8s.io", "v1", "SelfSubjectRulesReview",
                            "selfsubjectrulesreviews").cluster_scoped();
    }
    template <class Self = self_subject_rules_review>
    static constexpr auto describe() {
        return schema::object(
            "SelfSubjectRulesReview enumerates the set of actions the current user can perform within a "
            "namespace.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard list metadata."),
            schema::field(&Self::spec, "spec", "spec holds information about the request being evaluated."),
            schema::field(&Self::status, "status",
                          "status is filled in by the server and indicates the set of actions a user can "
                          "perform."));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_BUILT_IN_KIND(setpoint::authorization_v1::self_subject_rules_review);
