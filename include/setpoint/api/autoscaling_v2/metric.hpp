#pragma once
// The metrics of an autoscaler (autoscaling/v2).

#include "setpoint/api/quantity.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

struct scale_target {
    interned_string kind{}, name{}, api_version{};

    template <class Self = scale_target>
    static constexpr auto describe() {
        using namespace schema;
        return object("Enough information to let you identify the referred resource.",
                      field(&Self::kind, "kind", "The kind of the referent;."),
                      field(&Self::name, "name", "The name of the referent;."),
                      field(&Self::api_version, "apiVersion", "The API version of the referent."));
    }
};

struct metric_identifier {
    interned_string name{};
    boxed<label_selector> selector{};

    template <class Self = metric_identifier>
    static constexpr auto describe() {
        using namespace schema;
        return object("The name and optionally selector for a metric.",
                      field(&Self::name, "name", "The name of the given metric.", required),
                      field(&Self::selector, "selector", ""));
    }
};

struct metric_target {
    interned_string type{};
    quantity value{}, average_value{};
    std::optional<std::int32_t> average_utilization{};

    template <class Self = metric_target>
    static constexpr auto describe() {
        using namespace schema;
        return object("The target value, average value, or average utilization of a specific metric.",
                      field(&Self::type, "type",
                            "Whether the metric type is Utilization, Value, or AverageValue.", required),
                      field(&Self::value, "value", "The target value of the metric (as a quantity)."),
                      field(&Self::average_value, "averageValue", ""),
                      field(&Self::average_utilization, "averageUtilization", ""));
    }
};

struct object_metric_source {
    scale_target described_object{};
    metric_target target{};
    metric_identifier metric{};

    template <class Self = object_metric_source>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "",
            field(&Self::described_object, "describedObject",
                  "The descriptions of a object,such as kind,name apiVersion."),
            field(&Self::target, "target", "The target value for the given metric."),
            field(&Self::metric, "metric", "Metric identifies the target metric by name and selector."));
    }
};

struct pods_metric_source {
    metric_identifier metric{};
    metric_target target{};

    template <class Self = pods_metric_source>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&Self::target, "target", "The target value for the given metric."));
    }
};

struct resource_metric_source {
    interned_string name{};
    metric_target target{};

    template <class Self = resource_metric_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", "The name of the resource in question.", required),
                      field(&Self::target, "target", "The target value for the given metric."));
    }
};

struct container_resource_metric_source {
    interned_string name{};
    metric_target target{};
    interned_string container_name{};

    template <class Self = container_resource_metric_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", "The name of the resource in question.", required),
                      field(&Self::target, "target", "The target value for the given metric."),
                      field(&Self::container_name, "container",
                            "The name of the container in the pods of the scaling target.", required));
    }
};

struct external_metric_source {
    metric_identifier metric{};
    metric_target target{};

    template <class Self = external_metric_source>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&Self::target, "target", "The target value for the given metric."));
    }
};

struct metric_spec {
    interned_string type{};
    boxed<object_metric_source> on_object{};
    boxed<pods_metric_source> pods{};
    boxed<resource_metric_source> resource{};
    boxed<container_resource_metric_source> container_resource{};
    boxed<external_metric_source> external{};

    template <class Self = metric_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::type, "type", "The type of metric source.", required),
                      field(&Self::on_object, "object", ""), field(&Self::pods, "pods", ""),
                      field(&Self::resource, "resource", ""),
                      field(&Self::container_resource, "containerResource", ""),
                      field(&Self::external, "external",
                            "Refers to a global metric that is not associated with any Kubernetes object."));
    }
};

struct metric_value_status {
    quantity value{}, average_value{};
    std::optional<std::int32_t> average_utilization{};

    template <class Self = metric_value_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The current value for a metric.",
                      field(&Self::value, "value", "The current value of the metric (as a quantity)."),
                      field(&Self::average_value, "averageValue", ""),
                      field(&Self::average_utilization, "averageUtilization", ""));
    }
};

struct object_metric_status {
    metric_identifier metric{};
    metric_value_status current{};
    scale_target described_object{};

    template <class Self = object_metric_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&Self::current, "current", "The current value for the given metric."),
            field(&Self::described_object, "describedObject",
                  "The descriptions of a object,such as kind,name apiVersion."));
    }
};

struct pods_metric_status {
    metric_identifier metric{};
    metric_value_status current{};

    template <class Self = pods_metric_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&Self::current, "current", "The current value for the given metric."));
    }
};

struct resource_metric_status {
    interned_string name{};
    metric_value_status current{};

    template <class Self = resource_metric_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", "The name of the resource in question.", required),
                      field(&Self::current, "current", "The current value for the given metric."));
    }
};

struct container_resource_metric_status {
    interned_string name{};
    metric_value_status current{};
    interned_string container_name{};

    template <class Self = container_resource_metric_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", "The name of the resource in question.", required),
                      field(&Self::current, "current", "The current value for the given metric."),
                      field(&Self::container_name, "container",
                            "The name of the container in the pods of the scaling target.", required));
    }
};

struct external_metric_status {
    metric_identifier metric{};
    metric_value_status current{};

    template <class Self = external_metric_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&Self::current, "current", "The current value for the given metric."));
    }
};

struct metric_status {
    interned_string type{};
    boxed<object_metric_status> on_object{};
    boxed<pods_metric_status> pods{};
    boxed<resource_metric_status> resource{};
    boxed<container_resource_metric_status> container_resource{};
    boxed<external_metric_status> external{};

    template <class Self = metric_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The last-read state of a single metric.",
                      field(&Self::type, "type", "The type of metric source.", required),
                      field(&Self::on_object, "object", ""), field(&Self::pods, "pods", ""),
                      field(&Self::resource, "resource", ""),
                      field(&Self::container_resource, "containerResource", ""),
                      field(&Self::external, "external",
                            "Refers to a global metric that is not associated with any Kubernetes object."));
    }
};

}  // namespace setpoint::inline v0
