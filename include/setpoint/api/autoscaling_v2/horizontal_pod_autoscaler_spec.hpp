#pragma once
// clang-format off
// HorizontalPodAutoscalerSpec (autoscaling/v2) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/autoscaling_v2/cross_version_object_reference.hpp"
#include "setpoint/api/autoscaling_v2/metric_identifier.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace autoscaling_v2 {

struct metric_target {
    interned_string type{};
    quantity value{};
    quantity average_value{};
    std::optional<std::int32_t> average_utilization{};

    template <class Self = metric_target>
    static constexpr auto describe() {
        return schema::object(
            "MetricTarget defines the target value, average value, or average utilization of a specific "
            "metric",
            schema::field(&Self::type, "type",
                          "type represents whether the metric type is Utilization, Value, or AverageValue",
                          schema::required),
            schema::field(&Self::value, "value", "value is the target value of the metric (as a quantity)."),
            schema::field(&Self::average_value, "averageValue",
                          "averageValue is the target value of the average of the metric across all "
                          "relevant pods (as a quantity)"),
            schema::field(&Self::average_utilization, "averageUtilization",
                          "averageUtilization is the target value of the average of the resource metric "
                          "across all relevant pods, represented as a percentage of the requested value "
                          "of the ..."));
    }
};

struct object_metric_source {
    cross_version_object_reference described_object{};
    metric_target target{};
    metric_identifier metric{};

    template <class Self = object_metric_source>
    static constexpr auto describe() {
        return schema::object(
            "ObjectMetricSource indicates how to scale on a metric describing a kubernetes object (for "
            "example, hits-per-second on an Ingress object).",
            schema::field(&Self::described_object, "describedObject",
                          "describedObject specifies the descriptions of a object,such as kind,name "
                          "apiVersion"),
            schema::field(&Self::target, "target", "target specifies the target value for the given metric"),
            schema::field(&Self::metric, "metric",
                          "metric identifies the target metric by name and selector"));
    }
};

struct pods_metric_source {
    metric_identifier metric{};
    metric_target target{};

    template <class Self = pods_metric_source>
    static constexpr auto describe() {
        return schema::object(
            "PodsMetricSource indicates how to scale on a metric describing each pod in the current scale "
            "target (for example, transactions-processed-per-second).",
            schema::field(&Self::metric, "metric",
                          "metric identifies the target metric by name and selector"),
            schema::field(&Self::target, "target", "target specifies the target value for the given metric"));
    }
};

struct resource_metric_source {
    interned_string name{};
    metric_target target{};

    template <class Self = resource_metric_source>
    static constexpr auto describe() {
        return schema::object(
            "ResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as "
            "specified in requests and limits, describing each pod in the current ...",
            schema::field(&Self::name, "name", "name is the name of the resource in question.",
                          schema::required),
            schema::field(&Self::target, "target", "target specifies the target value for the given metric"));
    }
};

struct container_resource_metric_source {
    interned_string name{};
    metric_target target{};
    interned_string container{};

    template <class Self = container_resource_metric_source>
    static constexpr auto describe() {
        return schema::object(
            "ContainerResourceMetricSource indicates how to scale on a resource metric known to "
            "Kubernetes, as specified in requests and limits, describing each pod in the ...",
            schema::field(&Self::name, "name", "name is the name of the resource in question.",
                          schema::required),
            schema::field(&Self::target, "target", "target specifies the target value for the given metric"),
            schema::field(&Self::container, "container",
                          "container is the name of the container in the pods of the scaling target",
                          schema::required));
    }
};

struct external_metric_source {
    metric_identifier metric{};
    metric_target target{};

    template <class Self = external_metric_source>
    static constexpr auto describe() {
        return schema::object(
            "ExternalMetricSource indicates how to scale on a metric not associated with any Kubernetes "
            "object (for example length of queue in cloud messaging service, or ...",
            schema::field(&Self::metric, "metric",
                          "metric identifies the target metric by name and selector"),
            schema::field(&Self::target, "target", "target specifies the target value for the given metric"));
    }
};

struct metric_spec {
    interned_string type{};
    boxed<object_metric_source> object{};
    boxed<pods_metric_source> pods{};
    boxed<resource_metric_source> resource{};
    boxed<container_resource_metric_source> container_resource{};
    boxed<external_metric_source> external{};

    template <class Self = metric_spec>
    static constexpr auto describe() {
        return schema::object(
            "MetricSpec specifies how to scale based on a single metric (only `type` and one other "
            "matching field should be set at once).",
            schema::field(&Self::type, "type", "type is the type of metric source.", schema::required),
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
                          "pod of ..."),
            schema::field(&Self::external, "external",
                          "external refers to a global metric that is not associated with any Kubernetes "
                          "object."));
    }
};

struct hpa_scaling_policy {
    interned_string type{};
    std::optional<std::int32_t> value{};
    std::optional<std::int32_t> period_seconds{};

    template <class Self = hpa_scaling_policy>
    static constexpr auto describe() {
        return schema::object(
            "HPAScalingPolicy is a single policy which must hold true for a specified past interval.",
            schema::field(&Self::type, "type", "type is used to specify the scaling policy.",
                          schema::required),
            schema::field(&Self::value, "value",
                          "value contains the amount of change which is permitted by the policy.",
                          schema::required),
            schema::field(&Self::period_seconds, "periodSeconds",
                          "periodSeconds specifies the window of time for which the policy should hold "
                          "true.", schema::required));
    }
};

struct hpa_scaling_rules {
    std::optional<std::int32_t> stabilization_window_seconds{};
    interned_string select_policy{};
    std::vector<hpa_scaling_policy> policies{};
    quantity tolerance{};

    template <class Self = hpa_scaling_rules>
    static constexpr auto describe() {
        return schema::object(
            "HPAScalingRules configures the scaling behavior for one direction via scaling Policy Rules "
            "and a configurable metric tolerance.",
            schema::field(&Self::stabilization_window_seconds, "stabilizationWindowSeconds",
                          "stabilizationWindowSeconds is the number of seconds for which past "
                          "recommendations should be considered while scaling up or scaling down."),
            schema::field(&Self::select_policy, "selectPolicy",
                          "selectPolicy is used to specify which policy should be used."),
            schema::field(&Self::policies, "policies",
                          "policies is a list of potential scaling polices which can be used during "
                          "scaling."),
            schema::field(&Self::tolerance, "tolerance",
                          "tolerance is the tolerance on the ratio between the current and desired metric "
                          "value under which no updates are made to the desired number of replicas (e.g. "
                          "..."));
    }
};

struct horizontal_pod_autoscaler_behavior {
    boxed<hpa_scaling_rules> scale_up{};
    boxed<hpa_scaling_rules> scale_down{};

    template <class Self = horizontal_pod_autoscaler_behavior>
    static constexpr auto describe() {
        return schema::object(
            "HorizontalPodAutoscalerBehavior configures the scaling behavior of the target in both Up and "
            "Down directions (scaleUp and scaleDown fields respectively).",
            schema::field(&Self::scale_up, "scaleUp", "scaleUp is scaling policy for scaling Up."),
            schema::field(&Self::scale_down, "scaleDown", "scaleDown is scaling policy for scaling Down."));
    }
};

struct horizontal_pod_autoscaler_spec {
    cross_version_object_reference scale_target_ref{};
    std::optional<std::int32_t> min_replicas{};
    std::optional<std::int32_t> max_replicas{};
    std::vector<metric_spec> metrics{};
    boxed<horizontal_pod_autoscaler_behavior> behavior{};

    template <class Self = horizontal_pod_autoscaler_spec>
    static constexpr auto describe() {
        return schema::object(
            "HorizontalPodAutoscalerSpec describes the desired functionality of the "
            "HorizontalPodAutoscaler.",
            schema::field(&Self::scale_target_ref, "scaleTargetRef",
                          "scaleTargetRef points to the target resource to scale, and is used to the pods "
                          "for which metrics should be collected, as well as to actually change the "
                          "replica ..."),
            schema::field(&Self::min_replicas, "minReplicas",
                          "minReplicas is the lower limit for the number of replicas to which the "
                          "autoscaler can scale down."),
            schema::field(&Self::max_replicas, "maxReplicas",
                          "maxReplicas is the upper limit for the number of replicas to which the "
                          "autoscaler can scale up."),
            schema::field(&Self::metrics, "metrics",
                          "metrics contains the specifications for which to use to calculate the desired "
                          "replica count (the maximum replica count across all metrics will be used)."),
            schema::field(&Self::behavior, "behavior",
                          "behavior configures the scaling behavior of the target in both Up and Down "
                          "directions (scaleUp and scaleDown fields respectively)."));
    }
};

}}}  // namespace setpoint::v0::autoscaling_v2

SETPOINT_COMPILED_TABLE(setpoint::autoscaling_v2::horizontal_pod_autoscaler_spec);
