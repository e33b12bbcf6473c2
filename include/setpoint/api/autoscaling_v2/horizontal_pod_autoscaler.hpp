#pragma once
// HorizontalPodAutoscalers (autoscaling/v2).

#include "setpoint/api/autoscaling_v2/metric.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct hpa_scaling_policy {
    interned_string type{};
    std::optional<std::int32_t> value{}, period_seconds{};

    static constexpr auto describe() {
        using namespace schema;
        using self = hpa_scaling_policy;
        return object(
            "A single policy which must hold true for a specified past interval.",
            field(&self::type, "type", "Used to specify the scaling policy.", required),
            field(&self::value, "value", "The amount of change which is permitted by the policy.", required),
            field(&self::period_seconds, "periodSeconds",
                  "The window of time for which the policy should hold true.", required));
    }
};

struct hpa_scaling_rules {
    std::optional<std::int32_t> stabilization_window_seconds{};
    interned_string select_policy{};
    std::vector<hpa_scaling_policy> policies{};
    quantity tolerance{};

    static constexpr auto describe() {
        using namespace schema;
        using self = hpa_scaling_rules;
        return object(
            "", field(&self::stabilization_window_seconds, "stabilizationWindowSeconds", ""),
            field(&self::select_policy, "selectPolicy", "Used to specify which policy should be used."),
            field(&self::policies, "policies",
                  "A list of potential scaling polices which can be used during scaling.", exclusive),
            field(&self::tolerance, "tolerance", ""));
    }
};

struct horizontal_pod_autoscaler_behavior {
    boxed<hpa_scaling_rules> scale_up{}, scale_down{};

    static constexpr auto describe() {
        using namespace schema;
        using self = horizontal_pod_autoscaler_behavior;
        return object("", field(&self::scale_up, "scaleUp", "Scaling policy for scaling Up."),
                      field(&self::scale_down, "scaleDown", "Scaling policy for scaling Down."));
    }
};

struct horizontal_pod_autoscaler_spec {
    scale_target scale_target_ref{};
    std::optional<std::int32_t> min_replicas{}, max_replicas{};
    std::vector<metric_spec> metrics{};
    boxed<horizontal_pod_autoscaler_behavior> behavior{};

    static constexpr auto describe() {
        using namespace schema;
        using self = horizontal_pod_autoscaler_spec;
        return object(
            "The desired functionality of the HorizontalPodAutoscaler.",
            field(&self::scale_target_ref, "scaleTargetRef", ""),
            field(&self::min_replicas, "minReplicas",
                  "The lower limit for the number of replicas to which the autoscaler can scale down."),
            field(&self::max_replicas, "maxReplicas",
                  "The upper limit for the number of replicas to which the autoscaler can scale up."),
            field(&self::metrics, "metrics", "", exclusive), field(&self::behavior, "behavior", ""));
    }
};

struct horizontal_pod_autoscaler_status {
    generation_number observed_generation{};
    timestamp last_scale_time{};
    std::optional<std::int32_t> current_replicas{}, desired_replicas{};
    std::vector<metric_status> current_metrics{};
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = horizontal_pod_autoscaler_status;
        return object("The current status of a horizontal pod autoscaler.",
                      field(&self::observed_generation, "observedGeneration",
                            "The most recent generation observed by this autoscaler."),
                      field(&self::last_scale_time, "lastScaleTime", ""),
                      field(&self::current_replicas, "currentReplicas", "", omitzero),
                      field(&self::desired_replicas, "desiredReplicas", ""),
                      field(&self::current_metrics, "currentMetrics",
                            "The last read state of the metrics used by this autoscaler.", exclusive),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct horizontal_pod_autoscaler {
    object_meta metadata{};
    horizontal_pod_autoscaler_spec spec{};
    horizontal_pod_autoscaler_status status{};

    static constexpr auto kind() {
        return builtin_kind("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = horizontal_pod_autoscaler;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::horizontal_pod_autoscaler);
