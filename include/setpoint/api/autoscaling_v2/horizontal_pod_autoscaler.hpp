#pragma once
// clang-format off
// HorizontalPodAutoscaler (autoscaling/v2) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/autoscaling_v2/cross_version_object_reference.hpp"
#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler_spec.hpp"
#include "setpoint/api/autoscaling_v2/metric_identifier.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
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

namespace setpoint { inline namespace v0 { namespace autoscaling_v2 {

struct metric_value_status {
    quantity value{};
    quantity average_value{};
    std::optional<std::int32_t> average_utilization{};

    template <class Self = metric_value_status>
    static constexpr auto describe() {
        return schema::object(
            "MetricValueStatus holds the current value for a metric",
            schema::field(&Self::value, "value", "value is the current value of the metric (as a quantity)."),
            schema::field(&Self::average_value, "averageValue",
                          "averageValue is the current value of the average of the metric across all "
                          "relevant pods (as a quantity)"),
            schema::field(&Self::average_utilization, "averageUtilization",
                          "averageUtilization is the current value of the average of the resource metric "
                          "across all relevant pods, represented as a percentage of the requested value "
                          "of ..."));
    }
};

struct object_metric_status {
    metric_identifier metric{};
    metric_value_status current{};
    cross_version_object_reference described_object{};

    template <class Self = object_metric_status>
    static constexpr auto describe() {
        return schema::object(
            "ObjectMetricStatus indicates the current value of a metric describing a kubernetes object "
            "(for example, hits-per-second on an Ingress object).",
            schema::field(&Self::metric, "metric",
                          "metric identifies the target metric by name and selector"),
            schema::field(&Self::current, "current",
                          "current contains the current value for the given metric"),
            schema::field(&Self::described_object, "describedObject",
                          "describedObject specifies the descriptions of a object,such as kind,name "
                          "apiVersion"));
    }
};

struct pods_metric_status {
    metric_identifier metric{};
    metric_value_status current{};

    template <class Self = pods_metric_status>
    static constexpr auto describe() {
        return schema::object(
            "PodsMetricStatus indicates the current value of a metric describing each pod in the current "
            "scale target (for example, transactions-processed-per-second).",
            schema::field(&Self::metric, "metric",
                          "metric identifies the target metric by name and selector"),
            schema::field(&Self::current, "current",
                          "current contains the current value for the given metric"));
    }
};

struct resource_metric_status {
    interned_string name{};
    metric_value_status current{};

    template <class Self = resource_metric_status>
    static constexpr auto describe() {
        return schema::object(
            "ResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, "
            "as specified in requests and limits, describing each pod in the ...",
            schema::field(&Self::name, "name", "name is the name of the resource in question."),
            schema::field(&Self::current, "current",
                          "current contains the current value for the given metric"));
    }
};

struct container_resource_metric_status {
    interned_string name{};
    metric_value_status current{};
    interned_string container{};

    template <class Self = container_resource_metric_status>
    static constexpr auto describe() {
        return schema::object(
            "ContainerResourceMetricStatus indicates the current value of a resource metric known to "
            "Kubernetes, as specified in requests and limits, describing a single ...",
            schema::field(&Self::name, "name", "name is the name of the resource in question."),
            schema::field(&Self::current, "current",
                          "current contains the current value for the given metric"),
            schema::field(&Self::container, "container",
                          "container is the name of the container in the pods of the scaling target"));
    }
};

struct external_metric_status {
    metric_identifier metric{};
    metric_value_status current{};

    template <class Self = external_metric_status>
    static constexpr auto describe() {
        return schema::object(
            "ExternalMetricStatus indicates the current value of a global metric not associated with any "
            "Kubernetes object.",
            schema::field(&Self::metric, "metric",
                          "metric identifies the target metric by name and selector"),
            schema::field(&Self::current, "current",
                          "current contains the current value for the given metric"));
    }
};

struct metric_status {
    interned_string type{};
    boxed<object_metric_status> object{};
    boxed<pods_metric_status> pods{};
    boxed<resource_metric_status> resource{};
    boxed<container_resource_metric_status> container_resource{};
    boxed<external_metric_status> external{};

    template <class Self = metric_status>
    static constexpr auto describe() {
        return schema::object(
            "MetricStatus describes the last-read state of a single metric.",
            schema::field(&Self::type, "type", "type is the type of metric source."),
            schema::field(&Self::object, "object",
                          "object refers to a metric describing a single kubernetes object (for example, "
                          "hits-per-second on an Ingress object)."),
            schema::field(&Self::pods, "pods",
                          "pods refers to a metric describing each pod in the current scale target (for "
                          "example, transactions-processed-per-second)."),
            schema::field(&Self::resource, "resource",
                          "resource refers to a resource metric (such as those specified in requests and "
                          "limits) known to Kubernetes describing each pod in the current scale target "
                          "(e.g. ..."),
            schema::field(&Self::container_resource, "containerResource",
                          "containerResource refers to a resource metric (such as those specified in "
                          "requests and limits) known to Kubernetes describing a single container in each "
                          "pod in ..."),
            schema::field(&Self::external, "external",
                          "external refers to a global metric that is not associated with any Kubernetes "
                          "object."));
    }
};

struct horizontal_pod_autoscaler_status {
    generation_number observed_generation{};
    timestamp last_scale_time{};
    std::optional<std::int32_t> current_replicas{};
    std::optional<std::int32_t> desired_replicas{};
    std::vector<metric_status> current_metrics{};
    std::vector<condition> conditions{};

    template <class Self = horizontal_pod_autoscaler_status>
    static constexpr auto describe() {
        return schema::object(
            "HorizontalPodAutoscalerStatus describes the current status of a horizontal pod autoscaler.",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "observedGeneration is the most recent generation observed by this autoscaler."),
            schema::field(&Self::last_scale_time, "lastScaleTime",
                          "lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number "
                          "of pods, used by the autoscaler to control how often the number of pods is "
                          "changed."),
            schema::field(&Self::current_replicas, "currentReplicas",
                          "currentReplicas is current number of replicas of pods managed by this "
                          "autoscaler, as last seen by the autoscaler.", schema::omitzero),
            schema::field(&Self::desired_replicas, "desiredReplicas",
                          "desiredReplicas is the desired number of replicas of pods managed by this "
                          "autoscaler, as last calculated by the autoscaler."),
            schema::field(&Self::current_metrics, "currentMetrics",
                          "currentMetrics is the last read state of the metrics used by this autoscaler."),
            schema::field(&Self::conditions, "conditions",
                          "conditions is the set of conditions required for this autoscaler to scale its "
                          "target, and indicates whether or not those conditions are met.",
                          schema::list_map("type")));
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
        return schema::object(
            "HorizontalPodAutoscaler is the configuration for a horizontal pod autoscaler, which "
            "automatically manages the replica count of any resource implementing the ...",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec is the specification for the behaviour of the autoscaler."),
            schema::field(&Self::status, "status",
                          "status is the current information about the autoscaler."));
    }
};

}}}  // namespace setpoint::v0::autoscaling_v2

SETPOINT_BUILT_IN_KIND(setpoint::autoscaling_v2::horizontal_pod_autoscaler);
