#pragma once
// clang-format off
// Deployment (apps/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/int_or_string.hpp"
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

namespace setpoint { inline namespace v0 { namespace apps_v1 {

struct rolling_update_deployment {
    int_or_string max_unavailable{};
    int_or_string max_surge{};

    template <class Self = rolling_update_deployment>
    static constexpr auto describe() {
        return schema::object(
            "Spec to control the desired behavior of rolling update.",
            schema::field(&Self::max_unavailable, "maxUnavailable",
                          "The maximum number of pods that can be unavailable during the update."),
            schema::field(&Self::max_surge, "maxSurge",
                          "The maximum number of pods that can be scheduled above the desired number of "
                          "pods."));
    }
};

struct deployment_strategy {
    interned_string type{};
    boxed<rolling_update_deployment> rolling_update{};

    template <class Self = deployment_strategy>
    static constexpr auto describe() {
        return schema::object(
            "DeploymentStrategy describes how to replace existing pods with new ones.",
            schema::field(&Self::type, "type", "Type of deployment."),
            schema::field(&Self::rolling_update, "rollingUpdate", "Rolling update config params."));
    }
};

struct deployment_spec {
    std::optional<std::int32_t> replicas{};
    label_selector selector{};
    core_v1::pod_template_spec pod_template{};
    deployment_strategy strategy{};
    std::optional<std::int32_t> min_ready_seconds{};
    std::optional<std::int32_t> revision_history_limit{};
    std::optional<bool> paused{};
    std::optional<std::int32_t> progress_deadline_seconds{};

    template <class Self = deployment_spec>
    static constexpr auto describe() {
        return schema::object(
            "DeploymentSpec is the specification of the desired behavior of the Deployment.",
            schema::field(&Self::replicas, "replicas", "Number of desired pods."),
            schema::field(&Self::selector, "selector", "Label selector for pods."),
            schema::field(&Self::pod_template, "template",
                          "Template describes the pods that will be created."),
            schema::field(&Self::strategy, "strategy",
                          "The deployment strategy to use to replace existing pods with new ones."),
            schema::field(&Self::min_ready_seconds, "minReadySeconds",
                          "Minimum number of seconds for which a newly created pod should be ready "
                          "without any of its container crashing, for it to be considered available.",
                          schema::omitzero),
            schema::field(&Self::revision_history_limit, "revisionHistoryLimit",
                          "The number of old ReplicaSets to retain to allow rollback."),
            schema::field(&Self::paused, "paused", "Indicates that the deployment is paused.",
                          schema::omitzero),
            schema::field(&Self::progress_deadline_seconds, "progressDeadlineSeconds",
                          "The maximum time in seconds for a deployment to make progress before it is "
                          "considered to be failed."));
    }
};

struct deployment_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{};
    std::optional<std::int32_t> updated_replicas{};
    std::optional<std::int32_t> ready_replicas{};
    std::optional<std::int32_t> available_replicas{};
    std::optional<std::int32_t> unavailable_replicas{};
    std::optional<std::int32_t> terminating_replicas{};
    std::vector<condition> conditions{};
    std::optional<std::int32_t> collision_count{};

    template <class Self = deployment_status>
    static constexpr auto describe() {
        return schema::object(
            "DeploymentStatus is the most recently observed status of the Deployment.",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "The generation observed by the deployment controller."),
            schema::field(&Self::replicas, "replicas",
                          "Total number of non-terminating pods targeted by this deployment (their labels "
                          "match the selector).", schema::omitzero),
            schema::field(&Self::updated_replicas, "updatedReplicas",
                          "Total number of non-terminating pods targeted by this deployment that have the "
                          "desired template spec.", schema::omitzero),
            schema::field(&Self::ready_replicas, "readyReplicas",
                          "Total number of non-terminating pods targeted by this Deployment with a Ready "
                          "Condition.", schema::omitzero),
            schema::field(&Self::available_replicas, "availableReplicas",
                          "Total number of available non-terminating pods (ready for at least "
                          "minReadySeconds) targeted by this deployment.", schema::omitzero),
            schema::field(&Self::unavailable_replicas, "unavailableReplicas",
                          "Total number of unavailable pods targeted by this deployment.", schema::omitzero),
            schema::field(&Self::terminating_replicas, "terminatingReplicas",
                          "Total number of terminating pods targeted by this deployment."),
            schema::field(&Self::conditions, "conditions",
                          "Represents the latest available observations of a deployment's current state.",
                          schema::list_map("type")),
            schema::field(&Self::collision_count, "collisionCount",
                          "Count of hash collisions for the Deployment."));
    }
};

struct deployment {
    object_meta metadata{};
    deployment_spec spec{};
    deployment_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "Deployment", "deployments"); }
    template <class Self = deployment>
    static constexpr auto describe() {
        return schema::object(
            "Deployment enables declarative updates for Pods and ReplicaSets.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Specification of the desired behavior of the Deployment."),
            schema::field(&Self::status, "status", "Most recently observed status of the Deployment."));
    }
};

}}}  // namespace setpoint::v0::apps_v1

SETPOINT_BUILT_IN_KIND(setpoint::apps_v1::deployment);
