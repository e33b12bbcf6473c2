#pragma once
// clang-format off
// MutatingWebhookConfiguration (admissionregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/match_condition.hpp"
#include "setpoint/api/admissionregistration_v1/rule_with_operations.hpp"
#include "setpoint/api/admissionregistration_v1/webhook_client_config.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct mutating_webhook {
    interned_string name{};
    webhook_client_config client_config{};
    std::vector<rule_with_operations> rules{};
    interned_string failure_policy{};
    interned_string match_policy{};
    boxed<label_selector> namespace_selector{};
    boxed<label_selector> object_selector{};
    interned_string side_effects{};
    std::optional<std::int32_t> timeout_seconds{};
    std::vector<interned_string> admission_review_versions{};
    interned_string reinvocation_policy{};
    std::vector<match_condition> match_conditions{};

    template <class Self = mutating_webhook>
    static constexpr auto describe() {
        return schema::object(
            "MutatingWebhook describes an admission webhook and the resources and operations it applies "
            "to.",
            schema::field(&Self::name, "name", "name is the name of the admission webhook.",
                          schema::required),
            schema::field(&Self::client_config, "clientConfig",
                          "clientConfig defines how to communicate with the hook."),
            schema::field(&Self::rules, "rules",
                          "rules describes what operations on what resources/subresources the webhook "
                          "cares about."),
            schema::field(&Self::failure_policy, "failurePolicy",
                          "failurePolicy defines how unrecognized errors from the admission endpoint are "
                          "handled - allowed values are Ignore or Fail."),
            schema::field(&Self::match_policy, "matchPolicy",
                          "matchPolicy defines how the \"rules\" list is used to match incoming requests."),
            schema::field(&Self::namespace_selector, "namespaceSelector",
                          "namespaceSelector decides whether to run the webhook on an object based on "
                          "whether the namespace for that object matches the selector."),
            schema::field(&Self::object_selector, "objectSelector",
                          "objectSelector decides whether to run the webhook based on if the object has "
                          "matching labels. objectSelector is evaluated against both the oldObject and ..."),
            schema::field(&Self::side_effects, "sideEffects",
                          "sideEffects states whether this webhook has side effects.", schema::required),
            schema::field(&Self::timeout_seconds, "timeoutSeconds",
                          "timeoutSeconds specifies the timeout for this webhook."),
            schema::field(&Self::admission_review_versions, "admissionReviewVersions",
                          "admissionReviewVersions is an ordered list of preferred `AdmissionReview` "
                          "versions the Webhook expects."),
            schema::field(&Self::reinvocation_policy, "reinvocationPolicy",
                          "reinvocationPolicy indicates whether this webhook should be called multiple "
                          "times as part of a single admission evaluation."),
            schema::field(&Self::match_conditions, "matchConditions",
                          "matchConditions is a list of conditions that must be met for a request to be "
                          "sent to this webhook.", schema::list_map("name")));
    }
};

struct mutating_webhook_configuration {
    object_meta metadata{};
    std::vector<mutating_webhook> webhooks{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration",
                            "mutatingwebhookconfigurations").cluster_scoped();
    }
    template <class Self = mutating_webhook_configuration>
    static constexpr auto describe() {
        return schema::object(
            "MutatingWebhookConfiguration describes the configuration of and admission webhook that "
            "accept or reject and may change the object.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::webhooks, "webhooks",
                          "webhooks is a list of webhooks and the affected resources and operations.",
                          schema::list_map("name")));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_BUILT_IN_KIND(setpoint::admissionregistration_v1::mutating_webhook_configuration);
