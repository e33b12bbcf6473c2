#include "apiserver/kinds/autoscaling/horizontal_pod_autoscaler_spec.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct metric_source {
    std::string_view type;
    const char* key;
};
// In the order of the real server's checks.
constexpr metric_source metric_sources[] = {{"Object", "object"},
                                            {"External", "external"},
                                            {"Pods", "pods"},
                                            {"Resource", "resource"},
                                            {"ContainerResource", "containerResource"}};

void validate_metric_target(const bj::object& source, const std::string& path, field_errors& to) {
    const bj::object& target = object_of(source, "target");
    const std::string_view type = text_at(target, "type");
    if (type.empty()) required(to, child(path, "type"), "must specify a metric target type");
    if (type != "Utilization" && type != "Value" && type != "AverageValue")
        invalid(to, child(path, "type"), type, "must be either Utilization, Value, or AverageValue");
    validate_fields("autoscaling.v2.MetricTarget", target, nullptr, path, to);
}

void validate_metric_name(const bj::object& source, const std::string& path, field_errors& to) {
    validate_fields("autoscaling.v2.MetricIdentifier", object_of(source, "metric"), nullptr,
                    child(path, "metric"), to);
}

bool sets(const bj::object& source, std::string_view key) {
    return value_at(object_of(source, "target"), key) != nullptr;
}

void validate_described_object(const bj::object& source, const std::string& path, bool any_version,
                               field_errors& to) {
    const bj::object& described = object_of(source, "describedObject");
    validate_fields("autoscaling.v2.CrossVersionObjectReference", described, nullptr, path, to);
    const std::string_view version = text_at(described, "apiVersion");
    const std::string wrong = any_version ? "" : api_version_error(version, false);
    if (!wrong.empty()) invalid(to, child(path, "apiVersion"), version, wrong);
}

void validate_of_metric(std::string_view key, const bj::object& source, const std::string& path,
                        bool any_version, field_errors& to) {
    const std::string target = child(path, "target");
    if (key == "object") validate_described_object(source, child(path, "describedObject"), any_version, to);
    validate_metric_name(source, path, to);
    validate_metric_target(source, target, to);
    if (key == "pods") {
        if (!sets(source, "averageValue"))
            required(to, child(target, "averageValue"), "must specify a positive target averageValue");
        return;
    }
    if (!sets(source, "value") && !sets(source, "averageValue"))
        required(to, child(target, "averageValue"),
                 key == "object" ? "must set either a target value or averageValue"
                                 : "must set either a target value for metric or a per-pod target");
    if (key == "external" && sets(source, "value") && sets(source, "averageValue"))
        forbidden(to, child(target, "value"),
                  "may not set both a target value for metric and a per-pod target");
}

void validate_of_resource(std::string_view key, const bj::object& source, const std::string& path,
                          field_errors& to) {
    const std::string_view name = text_at(source, "name");
    if (name.empty()) {
        required(to, child(path, "name"), "must specify a resource name");
    } else if (key == "containerResource") {
        validate_container_resource_name(name, child(path, "name"), to);
    }
    if (key == "containerResource") {
        const std::string_view container = text_at(source, "container");
        if (container.empty()) {
            required(to, child(path, "container"), "must specify a container");
        } else {
            add_invalid(to, child(path, "container"), container, dns1123_label(container));
        }
    }
    const std::string target = child(path, "target");
    validate_metric_target(source, target, to);
    const bool utilization = sets(source, "averageUtilization"), value = sets(source, "averageValue");
    if (!utilization && !value)
        required(to, child(target, "averageUtilization"),
                 "must set either a target raw value or a target utilization");
    if (utilization && value)
        forbidden(to, child(target, "averageValue"),
                  "may not set both a target raw value and a target utilization");
}

}  // namespace

void validate_autoscaler_metric(const bj::object& metric, const std::string& path, bool any_version,
                                field_errors& to) {
    static const std::vector<std::string> types{"ContainerResource", "External", "Object", "Pods",
                                                "Resource"};
    const std::string_view type = text_at(metric, "type");
    if (type.empty()) required(to, child(path, "type"), "must specify a metric source type");
    const bool known = std::ranges::find(types, type) != types.end();
    if (!known) not_supported(to, child(path, "type"), type, types);
    std::vector<metric_source> present;
    for (const metric_source& s : metric_sources) {
        const bj::object* source = object_at(metric, s.key);
        if (source == nullptr) continue;
        present.push_back(s);
        if (present.size() > 1) continue;
        if (s.type == "Resource" || s.type == "ContainerResource") {
            validate_of_resource(s.key, *source, child(path, s.key), to);
        } else {
            validate_of_metric(s.key, *source, child(path, s.key), any_version, to);
        }
    }
    for (const metric_source& s : metric_sources) {
        if (s.type == type && object_at(metric, s.key) == nullptr)
            required(to, child(path, s.key), "must populate information for the given metric source");
    }
    if (!known) not_supported(to, child(path, "type"), type, types);
    if (present.size() == 1) return;
    for (const metric_source& s : present)
        if (s.type != type) forbidden(to, child(path, s.key), "must populate the given metric source only");
}

}}}  // namespace setpoint::v0::apiserver
