#pragma once
// Validating and mutating admission webhooks (admissionregistration.k8s.io/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace setpoint::inline v0 {

struct webhook_service {
    interned_string ns{}, name{};
    std::optional<interned_string> path{};
    std::optional<std::int32_t> port{};

    template <class Self = webhook_service>
    static constexpr auto describe() {
        using namespace schema;
        return object("A reference to Service.legacy.k8s.io.",
                      field(&Self::ns, "namespace", "The namespace of the service.", required),
                      field(&Self::name, "name", "The name of the service.", required),
                      field(&Self::path, "path",
                            "An optional URL path which will be sent in any request to this service."),
                      field(&Self::port, "port", "The port on the service that hosts the webhook."));
    }
};

struct webhook_client_config {
    std::optional<interned_string> url{};
    boxed<webhook_service> service{};
    std::string ca_bundle{};

    template <class Self = webhook_client_config>
    static constexpr auto describe() {
        using namespace schema;
        return object("The information to make a TLS connection with the webhook.",
                      field(&Self::url, "url", ""),
                      field(&Self::service, "service", "A reference to the service for this webhook."),
                      field(&Self::ca_bundle, "caBundle", ""));
    }
};

struct rule_with_operations {
    std::vector<interned_string> operations{}, api_groups{}, api_versions{}, resources{};
    interned_string scope{};

    template <class Self = rule_with_operations>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A tuple of Operations and Resources.", field(&Self::operations, "operations", "", exclusive),
            field(&Self::api_groups, "apiGroups", "The API groups the resources belong to.", exclusive),
            field(&Self::api_versions, "apiVersions", "The API versions the resources belong to.", exclusive),
            field(&Self::resources, "resources", "A list of resources this rule applies to.", exclusive),
            field(&Self::scope, "scope", "The scope of this rule."));
    }
};

struct match_condition {
    interned_string name{}, expression{};

    template <class Self = match_condition>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A condition which must by fulfilled for a request to be sent to a webhook.",
            field(&Self::name, "name", "", required),
            field(&Self::expression, "expression",
                  "The expression which will be evaluated by CEL. Must evaluate to bool.", required));
    }
};

struct validating_webhook {
    interned_string name{};
    webhook_client_config client_config{};
    std::vector<rule_with_operations> rules{};
    interned_string failure_policy{}, match_policy{};
    boxed<label_selector> namespace_selector{}, object_selector{};
    interned_string side_effects{};
    std::optional<std::int32_t> timeout_seconds{};
    std::vector<interned_string> admission_review_versions{};
    std::vector<match_condition> match_conditions{};

    template <class Self = validating_webhook>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "An admission webhook and the resources and operations it applies to.",
            field(&Self::name, "name", "The name of the admission webhook.", required),
            field(&Self::client_config, "clientConfig", "How to communicate with the hook."),
            field(&Self::rules, "rules",
                  "What operations on what resources/subresources the webhook cares about.", exclusive),
            field(&Self::failure_policy, "failurePolicy", ""),
            field(&Self::match_policy, "matchPolicy",
                  "How the 'rules' list is used to match incoming requests."),
            field(&Self::namespace_selector, "namespaceSelector", ""),
            field(&Self::object_selector, "objectSelector", ""),
            field(&Self::side_effects, "sideEffects",
                  "SideEffects states whether this webhook has side effects.", required),
            field(&Self::timeout_seconds, "timeoutSeconds", "The timeout for this webhook."),
            field(&Self::admission_review_versions, "admissionReviewVersions",
                  "An ordered list of preferred AdmissionReview versions the Webhook expects.", exclusive),
            field(&Self::match_conditions, "matchConditions",
                  "A list of conditions that must be met for a request to be sent to this webhook.",
                  list_map("name")));
    }
};

struct mutating_webhook {
    interned_string name{};
    webhook_client_config client_config{};
    std::vector<rule_with_operations> rules{};
    interned_string failure_policy{}, match_policy{};
    boxed<label_selector> namespace_selector{}, object_selector{};
    interned_string side_effects{};
    std::optional<std::int32_t> timeout_seconds{};
    std::vector<interned_string> admission_review_versions{};
    interned_string reinvocation_policy{};
    std::vector<match_condition> match_conditions{};

    template <class Self = mutating_webhook>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "An admission webhook and the resources and operations it applies to.",
            field(&Self::name, "name", "The name of the admission webhook.", required),
            field(&Self::client_config, "clientConfig", "How to communicate with the hook."),
            field(&Self::rules, "rules",
                  "What operations on what resources/subresources the webhook cares about.", exclusive),
            field(&Self::failure_policy, "failurePolicy", ""),
            field(&Self::match_policy, "matchPolicy",
                  "How the 'rules' list is used to match incoming requests."),
            field(&Self::namespace_selector, "namespaceSelector", ""),
            field(&Self::object_selector, "objectSelector", ""),
            field(&Self::side_effects, "sideEffects",
                  "SideEffects states whether this webhook has side effects.", required),
            field(&Self::timeout_seconds, "timeoutSeconds", "The timeout for this webhook."),
            field(&Self::admission_review_versions, "admissionReviewVersions",
                  "An ordered list of preferred AdmissionReview versions the Webhook expects.", exclusive),
            field(&Self::reinvocation_policy, "reinvocationPolicy", ""),
            field(&Self::match_conditions, "matchConditions",
                  "A list of conditions that must be met for a request to be sent to this webhook.",
                  list_map("name")));
    }
};

struct validating_webhook_configuration {
    object_meta metadata{};
    std::vector<validating_webhook> webhooks{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                            "validatingwebhookconfigurations")
            .cluster_scoped();
    }
    template <class Self = validating_webhook_configuration>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metadata, "metadata", ""),
            field(&Self::webhooks, "webhooks",
                  "A list of webhooks and the affected resources and operations.", list_map("name")));
    }
};

struct mutating_webhook_configuration {
    object_meta metadata{};
    std::vector<mutating_webhook> webhooks{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration",
                            "mutatingwebhookconfigurations")
            .cluster_scoped();
    }
    template <class Self = mutating_webhook_configuration>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metadata, "metadata", ""),
            field(&Self::webhooks, "webhooks",
                  "A list of webhooks and the affected resources and operations.", list_map("name")));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::validating_webhook_configuration);
SETPOINT_BUILT_IN_KIND(setpoint::mutating_webhook_configuration);
