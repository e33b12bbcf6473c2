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

namespace setpoint::inline v0 {

struct hpa_scaling_policy {
    interned_string type{};
    std::optional<std::int32_t> value{}, period_seconds{};

    template <class Self = hpa_scaling_policy>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A single policy which must hold true for a specified past interval.",
            field(&Self::type, "type", "Used to specify the scaling policy.", required),
            field(&Self::value, "value", "The amount of change which is permitted by the policy.", required),
            field(&Self::period_seconds, "periodSeconds",
                  "The window of time for which the policy should hold true.", required));
    }
};

struct hpa_scaling_rules {
    std::optional<std::int32_t> stabilization_window_seconds{};
    interned_string select_policy{};
    std::vector<hpa_scaling_policy> policies{};
    quantity tolerance{};

    template <class Self = hpa_scaling_rules>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::stabilization_window_seconds, "stabilizationWindowSeconds", ""),
            field(&Self::select_policy, "selectPolicy", "Used to specify which policy should be used."),
            field(&Self::policies, "policies",
                  "A list of potential scaling polices which can be used during scaling.", exclusive),
            field(&Self::tolerance, "tolerance", ""));
    }
};

struct horizontal_pod_autoscaler_behavior {
    boxed<hpa_scaling_rules> scale_up{}, scale_down{};

    template <class Self = horizontal_pod_autoscaler_behavior>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::scale_up, "scaleUp", "Scaling policy for scaling Up."),
                      field(&Self::scale_down, "scaleDown", "Scaling policy for scaling Down."));
    }
};

struct horizontal_pod_autoscaler_spec {
    scale_target scale_target_ref{};
    std::optional<std::int32_t> min_replicas{}, max_replicas{};
    std::vector<metric_spec> metrics{};
    boxed<horizontal_pod_autoscaler_behavior> behavior{};

    template <class Self = horizontal_pod_autoscaler_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The desired functionality of the HorizontalPodAutoscaler.",
            field(&Self::scale_target_ref, "scaleTargetRef", ""),
            field(&Self::min_replicas, "minReplicas",
                  "The lower limit for the number of replicas to which the autoscaler can scale down."),
            field(&Self::max_replicas, "maxReplicas",
                  "The upper limit for the number of replicas to which the autoscaler can scale up."),
            field(&Self::metrics, "metrics", "", exclusive), field(&Self::behavior, "behavior", ""));
    }
};

struct horizontal_pod_autoscaler_status {
    generation_number observed_generation{};
    timestamp last_scale_time{};
    std::optional<std::int32_t> current_replicas{}, desired_replicas{};
    std::vector<metric_status> current_metrics{};
    std::vector<condition> conditions{};

    template <class Self = horizontal_pod_autoscaler_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The current status of a horizontal pod autoscaler.",
                      field(&Self::observed_generation, "observedGeneration",
                            "The most recent generation observed by this autoscaler."),
                      field(&Self::last_scale_time, "lastScaleTime", ""),
                      field(&Self::current_replicas, "currentReplicas", "", omitzero),
                      field(&Self::desired_replicas, "desiredReplicas", ""),
                      field(&Self::current_metrics, "currentMetrics",
                            "The last read state of the metrics used by this autoscaler.", exclusive),
                      field(&Self::conditions, "conditions", "", list_map("type")));
    }
};

struct horizontal_pod_autoscaler {
    object_meta metadata{};
    horizontal_pod_autoscaler_spec spec{};
    horizontal_pod_autoscaler_status status{};

    static constexpr auto kind() {
        return builtin_kind("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
    }
    template <class Self = horizontal_pod_autoscaler>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::horizontal_pod_autoscaler);
