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

namespace setpoint::inline v0 {

struct rolling_update_deployment {
    int_or_string max_surge{}, max_unavailable{};

    template <class Self = rolling_update_deployment>
    static constexpr auto describe() {
        using namespace schema;
        return object("",
                      field(&Self::max_surge, "maxSurge", "Pods above the number wanted, or a percentage."),
                      field(&Self::max_unavailable, "maxUnavailable",
                            "Pods below the number wanted, or a percentage."));
    }
};

struct deployment_strategy {
    interned_string type{};  // RollingUpdate, Recreate
    std::optional<rolling_update_deployment> rolling_update{};

    template <class Self = deployment_strategy>
    static constexpr auto describe() {
        using namespace schema;
        return object("How pods are replaced by new ones.",
                      field(&Self::type, "type", "RollingUpdate or Recreate."),
                      field(&Self::rolling_update, "rollingUpdate", ""));
    }
};

struct deployment_spec {
    std::optional<std::int32_t> replicas{};  // unset: 1, or the value that an autoscaler sets
    label_selector selector{};               // immutable
    pod_template_spec pod_template{};
    deployment_strategy strategy{};
    std::optional<std::int32_t> min_ready_seconds{}, progress_deadline_seconds{}, revision_history_limit{};
    std::optional<bool> paused{};

    template <class Self = deployment_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("What the deployment should be.", field(&Self::replicas, "replicas", "Number of pods."),
                      field(&Self::selector, "selector", "The pods it manages."),
                      field(&Self::pod_template, "template", ""), field(&Self::strategy, "strategy", ""),
                      field(&Self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&Self::progress_deadline_seconds, "progressDeadlineSeconds", ""),
                      field(&Self::revision_history_limit, "revisionHistoryLimit", ""),
                      field(&Self::paused, "paused", "", omitzero));
    }
};

struct deployment_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, updated_replicas{}, ready_replicas{}, available_replicas{},
        unavailable_replicas{}, terminating_replicas{};
    std::vector<condition> conditions{};  // Available, Progressing, ReplicaFailure
    std::optional<std::int32_t> collision_count{};

    template <class Self = deployment_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::observed_generation, "observedGeneration", ""),
            field(&Self::replicas, "replicas", ""), field(&Self::updated_replicas, "updatedReplicas", ""),
            field(&Self::ready_replicas, "readyReplicas", ""),
            field(&Self::available_replicas, "availableReplicas", ""),
            field(&Self::unavailable_replicas, "unavailableReplicas", ""),
            field(&Self::terminating_replicas, "terminatingReplicas", ""),
            field(&Self::conditions, "conditions", "", list_map("type")),
            field(&Self::collision_count, "collisionCount", "Count of hash collisions for the Deployment."));
    }
};

struct deployment {
    object_meta metadata{};
    deployment_spec spec{};
    deployment_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "Deployment", "deployments"); }
    template <class Self = deployment>
    static constexpr auto describe() {
        using namespace schema;
        return object("Pods that are replaced in an orderly way.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::deployment);
