#pragma once
// clang-format off
// HorizontalPodAutoscaler (autoscaling/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace autoscaling_v1 {

struct cross_version_object_reference {
    interned_string kind{};
    interned_string name{};
    interned_string api_version{};

    template <class Self = cross_version_object_reference>
    static constexpr auto describe() {
        return schema::object(
            "CrossVersionObjectReference contains enough information to let you identify the referred "
            "resource.",
            schema::field(&Self::kind, "kind", "kind is the kind of the referent."),
            schema::field(&Self::name, "name", "name is the name of the referent."),
            schema::field(&Self::api_version, "apiVersion", "apiVersion is the API version of the referent"));
    }
};

struct horizontal_pod_autoscaler_spec {
    cross_version_object_reference scale_target_ref{};
    std::optional<std::int32_t> min_replicas{};
    std::optional<std::int32_t> max_replicas{};
    std::optional<std::int32_t> target_cpu_utilization_percentage{};

    template <class Self = horizontal_pod_autoscaler_spec>
    static constexpr auto describe() {
        return schema::object(
            "specification of a horizontal pod autoscaler.",
            schema::field(&Self::scale_target_ref, "scaleTargetRef",
                          "scaleTargetRef is the reference to scaled resource; horizontal pod autoscaler "
                          "will learn the current resource consumption and will set the desired number of "
                          "..."),
            schema::field(&Self::min_replicas, "minReplicas",
                          "minReplicas is the lower limit for the number of replicas to which the "
                          "autoscaler can scale down."),
            schema::field(&Self::max_replicas, "maxReplicas",
                          "maxReplicas is the upper limit for the number of pods that can be set by the "
                          "autoscaler; cannot be smaller than MinReplicas."),
            schema::field(&Self::target_cpu_utilization_percentage, "targetCPUUtilizationPercentage",
                          "targetCPUUtilizationPercentage is the target average CPU utilization "
                          "(represented as a percentage of requested CPU) over all the pods; if not "
                          "specified the ..."));
    }
};

struct horizontal_pod_autoscaler_status {
    generation_number observed_generation{};
    timestamp last_scale_time{};
    std::optional<std::int32_t> current_replicas{};
    std::optional<std::int32_t> desired_replicas{};
    std::optional<std::int32_t> current_cpu_utilization_percentage{};

    template <class Self = horizontal_pod_autoscaler_status>
    static constexpr auto describe() {
        return schema::object(
            "current status of a horizontal pod autoscaler",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "observedGeneration is the most recent generation observed by this autoscaler."),
            schema::field(&Self::last_scale_time, "lastScaleTime",
                          "lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number "
                          "of pods; used by the autoscaler to control how often the number of pods is "
                          "changed."),
            schema::field(&Self::current_replicas, "currentReplicas",
                          "currentReplicas is the current number of replicas of pods managed by this "
                          "autoscaler."),
            schema::field(&Self::desired_replicas, "desiredReplicas",
                          "desiredReplicas is the desired number of replicas of pods managed by this "
                          "autoscaler."),
            schema::field(&Self::current_cpu_utilization_percentage, "currentCPUUtilizationPercentage",
                          "currentCPUUtilizationPercentage is the current average CPU utilization over "
                          "all pods, represented as a percentage of requested CPU, e.g. 70 means that an "
                          "..."));
    }
};

struct horizontal_pod_autoscaler {
    object_meta metadata{};
    horizontal_pod_autoscaler_spec spec{};
    horizontal_pod_autoscaler_status status{};

    static constexpr auto kind() {
        return builtin_kind("autoscaling", "v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers");
    }
    template <class Self = horizontal_pod_autoscaler>
    static constexpr auto describe() {
        return schema::object(
            "configuration of a horizontal pod autoscaler.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec defines the behaviour of autoscaler."),
            schema::field(&Self::status, "status",
                          "status is the current information about the autoscaler."));
    }
};

}}}  // namespace setpoint::v0::autoscaling_v1

SETPOINT_BUILT_IN_KIND(setpoint::autoscaling_v1::horizontal_pod_autoscaler);
