#pragma once
// The metrics of an autoscaler (autoscaling/v2).

#include "setpoint/api/quantity.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>

namespace setpoint {

struct scale_target {
    interned_string kind{}, name{}, api_version{};

    static constexpr auto describe() {
        using namespace schema;
        using self = scale_target;
        return object("Enough information to let you identify the referred resource.",
                      field(&self::kind, "kind", "The kind of the referent;."),
                      field(&self::name, "name", "The name of the referent;."),
                      field(&self::api_version, "apiVersion", "The API version of the referent."));
    }
};

struct metric_identifier {
    interned_string name{};
    boxed<label_selector> selector{};

    static constexpr auto describe() {
        using namespace schema;
        using self = metric_identifier;
        return object("The name and optionally selector for a metric.",
                      field(&self::name, "name", "The name of the given metric.", required),
                      field(&self::selector, "selector", ""));
    }
};

struct metric_target {
    interned_string type{};
    quantity value{}, average_value{};
    std::optional<std::int32_t> average_utilization{};

    static constexpr auto describe() {
        using namespace schema;
        using self = metric_target;
        return object("The target value, average value, or average utilization of a specific metric.",
                      field(&self::type, "type",
                            "Whether the metric type is Utilization, Value, or AverageValue.", required),
                      field(&self::value, "value", "The target value of the metric (as a quantity)."),
                      field(&self::average_value, "averageValue", ""),
                      field(&self::average_utilization, "averageUtilization", ""));
    }
};

struct object_metric_source {
    scale_target described_object{};
    metric_target target{};
    metric_identifier metric{};

    static constexpr auto describe() {
        using namespace schema;
        using self = object_metric_source;
        return object(
            "",
            field(&self::described_object, "describedObject",
                  "The descriptions of a object,such as kind,name apiVersion."),
            field(&self::target, "target", "The target value for the given metric."),
            field(&self::metric, "metric", "Metric identifies the target metric by name and selector."));
    }
};

struct pods_metric_source {
    metric_identifier metric{};
    metric_target target{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pods_metric_source;
        return object(
            "", field(&self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&self::target, "target", "The target value for the given metric."));
    }
};

struct resource_metric_source {
    interned_string name{};
    metric_target target{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_metric_source;
        return object("", field(&self::name, "name", "The name of the resource in question.", required),
                      field(&self::target, "target", "The target value for the given metric."));
    }
};

struct container_resource_metric_source {
    interned_string name{};
    metric_target target{};
    interned_string container_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_resource_metric_source;
        return object("", field(&self::name, "name", "The name of the resource in question.", required),
                      field(&self::target, "target", "The target value for the given metric."),
                      field(&self::container_name, "container",
                            "The name of the container in the pods of the scaling target.", required));
    }
};

struct external_metric_source {
    metric_identifier metric{};
    metric_target target{};

    static constexpr auto describe() {
        using namespace schema;
        using self = external_metric_source;
        return object(
            "", field(&self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&self::target, "target", "The target value for the given metric."));
    }
};

struct metric_spec {
    interned_string type{};
    boxed<object_metric_source> on_object{};
    boxed<pods_metric_source> pods{};
    boxed<resource_metric_source> resource{};
    boxed<container_resource_metric_source> container_resource{};
    boxed<external_metric_source> external{};

    static constexpr auto describe() {
        using namespace schema;
        using self = metric_spec;
        return object("", field(&self::type, "type", "The type of metric source.", required),
                      field(&self::on_object, "object", ""), field(&self::pods, "pods", ""),
                      field(&self::resource, "resource", ""),
                      field(&self::container_resource, "containerResource", ""),
                      field(&self::external, "external",
                            "Refers to a global metric that is not associated with any Kubernetes object."));
    }
};

struct metric_value_status {
    quantity value{}, average_value{};
    std::optional<std::int32_t> average_utilization{};

    static constexpr auto describe() {
        using namespace schema;
        using self = metric_value_status;
        return object("The current value for a metric.",
                      field(&self::value, "value", "The current value of the metric (as a quantity)."),
                      field(&self::average_value, "averageValue", ""),
                      field(&self::average_utilization, "averageUtilization", ""));
    }
};

struct object_metric_status {
    metric_identifier metric{};
    metric_value_status current{};
    scale_target described_object{};

    static constexpr auto describe() {
        using namespace schema;
        using self = object_metric_status;
        return object(
            "", field(&self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&self::current, "current", "The current value for the given metric."),
            field(&self::described_object, "describedObject",
                  "The descriptions of a object,such as kind,name apiVersion."));
    }
};

struct pods_metric_status {
    metric_identifier metric{};
    metric_value_status current{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pods_metric_status;
        return object(
            "", field(&self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&self::current, "current", "The current value for the given metric."));
    }
};

struct resource_metric_status {
    interned_string name{};
    metric_value_status current{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_metric_status;
        return object("", field(&self::name, "name", "The name of the resource in question.", required),
                      field(&self::current, "current", "The current value for the given metric."));
    }
};

struct container_resource_metric_status {
    interned_string name{};
    metric_value_status current{};
    interned_string container_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_resource_metric_status;
        return object("", field(&self::name, "name", "The name of the resource in question.", required),
                      field(&self::current, "current", "The current value for the given metric."),
                      field(&self::container_name, "container",
                            "The name of the container in the pods of the scaling target.", required));
    }
};

struct external_metric_status {
    metric_identifier metric{};
    metric_value_status current{};

    static constexpr auto describe() {
        using namespace schema;
        using self = external_metric_status;
        return object(
            "", field(&self::metric, "metric", "Metric identifies the target metric by name and selector."),
            field(&self::current, "current", "The current value for the given metric."));
    }
};

struct metric_status {
    interned_string type{};
    boxed<object_metric_status> on_object{};
    boxed<pods_metric_status> pods{};
    boxed<resource_metric_status> resource{};
    boxed<container_resource_metric_status> container_resource{};
    boxed<external_metric_status> external{};

    static constexpr auto describe() {
        using namespace schema;
        using self = metric_status;
        return object("The last-read state of a single metric.",
                      field(&self::type, "type", "The type of metric source.", required),
                      field(&self::on_object, "object", ""), field(&self::pods, "pods", ""),
                      field(&self::resource, "resource", ""),
                      field(&self::container_resource, "containerResource", ""),
                      field(&self::external, "external",
                            "Refers to a global metric that is not associated with any Kubernetes object."));
    }
};

}  // namespace setpoint
