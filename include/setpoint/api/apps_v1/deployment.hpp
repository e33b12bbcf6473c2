#pragma once
// Deployments (apps/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct rolling_update_deployment {
    int_or_string max_surge{}, max_unavailable{};

    static constexpr auto describe() {
        using namespace schema;
        using self = rolling_update_deployment;
        return object("",
                      field(&self::max_surge, "maxSurge", "Pods above the number wanted, or a percentage."),
                      field(&self::max_unavailable, "maxUnavailable",
                            "Pods below the number wanted, or a percentage."));
    }
};

struct deployment_strategy {
    interned_string type{};  // RollingUpdate, Recreate
    std::optional<rolling_update_deployment> rolling_update{};

    static constexpr auto describe() {
        using namespace schema;
        using self = deployment_strategy;
        return object("How pods are replaced by new ones.",
                      field(&self::type, "type", "RollingUpdate or Recreate."),
                      field(&self::rolling_update, "rollingUpdate", ""));
    }
};

struct deployment_spec {
    std::optional<std::int32_t> replicas{};  // unset: 1, or the value that an autoscaler sets
    label_selector selector{};               // immutable
    pod_template_spec pod_template{};
    deployment_strategy strategy{};
    std::optional<std::int32_t> min_ready_seconds{}, progress_deadline_seconds{}, revision_history_limit{};
    std::optional<bool> paused{};

    static constexpr auto describe() {
        using namespace schema;
        using self = deployment_spec;
        return object("What the deployment should be.", field(&self::replicas, "replicas", "Number of pods."),
                      field(&self::selector, "selector", "The pods it manages."),
                      field(&self::pod_template, "template", ""), field(&self::strategy, "strategy", ""),
                      field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::progress_deadline_seconds, "progressDeadlineSeconds", ""),
                      field(&self::revision_history_limit, "revisionHistoryLimit", ""),
                      field(&self::paused, "paused", "", omitzero));
    }
};

struct deployment_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, updated_replicas{}, ready_replicas{}, available_replicas{},
        unavailable_replicas{}, terminating_replicas{};
    std::vector<condition> conditions{};  // Available, Progressing, ReplicaFailure
    std::optional<std::int32_t> collision_count{};

    static constexpr auto describe() {
        using namespace schema;
        using self = deployment_status;
        return object(
            "", field(&self::observed_generation, "observedGeneration", ""),
            field(&self::replicas, "replicas", ""), field(&self::updated_replicas, "updatedReplicas", ""),
            field(&self::ready_replicas, "readyReplicas", ""),
            field(&self::available_replicas, "availableReplicas", ""),
            field(&self::unavailable_replicas, "unavailableReplicas", ""),
            field(&self::terminating_replicas, "terminatingReplicas", ""),
            field(&self::conditions, "conditions", "", list_map("type")),
            field(&self::collision_count, "collisionCount", "Count of hash collisions for the Deployment."));
    }
};

struct deployment {
    object_meta metadata{};
    deployment_spec spec{};
    deployment_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "Deployment", "deployments"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = deployment;
        return object("Pods that are replaced in an orderly way.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::deployment);
