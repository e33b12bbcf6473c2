#include "apiserver/kinds/autoscaling/horizontal_pod_autoscaler_spec.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view reference_type = "autoscaling.v2.CrossVersionObjectReference";

void validate_replicas(const bj::object& spec, field_errors& to) {
    const auto minimum = number_at(spec, "minReplicas");
    const std::int64_t maximum = number_at(spec, "maxReplicas").value_or(0);
    if (minimum && *minimum < 0)
        invalid(to, "spec.minReplicas", bj::value(*minimum), "must be greater than or equal to 0");
    if (maximum == 0) {
        required(to, "spec.maxReplicas", "must be set and greater than 0");
    } else if (maximum < 0) {
        invalid(to, "spec.maxReplicas", bj::value(maximum), "must be greater than or equal to 1");
    }
    if (minimum && maximum < *minimum)
        invalid(to, "spec.maxReplicas", bj::value(maximum), "must be greater than or equal to `minReplicas`");
}

void validate_scale_target(const bj::object& spec, const bj::object* old, field_errors& to) {
    const bj::object& target = object_of(spec, "scaleTargetRef");
    validate_fields(reference_type, target, nullptr, "spec.scaleTargetRef", to);
    const std::string_view version = text_at(target, "apiVersion"), kind = text_at(target, "kind");
    if (old != nullptr) {
        const bj::object& before = object_of(*old, "scaleTargetRef");
        if (text_at(before, "apiVersion") == version && text_at(before, "kind") == kind) return;
    }
    const std::string wrong = api_version_error(version, kind != "ReplicationController");
    if (!wrong.empty()) invalid(to, "spec.scaleTargetRef.apiVersion", version, wrong);
}

bool has_metric_of(const bj::object& spec, std::string_view type) {
    bool found = false;
    for_each_object(list_of(spec, "metrics"),
                    [&](const bj::object& m, std::size_t) { found = found || text_at(m, "type") == type; });
    return found;
}

bool has_invalid_reference(const bj::object& spec) {
    bool found = false;
    for_each_object(list_of(spec, "metrics"), [&](const bj::object& m, std::size_t) {
        const bj::object* described = object_at(m, {"object", "describedObject"});
        if (text_at(m, "type") != "Object" || described == nullptr) return;
        found = found || !api_version_error(text_at(*described, "apiVersion"), false).empty();
    });
    return found;
}

}  // namespace

std::string api_version_error(std::string_view api_version, bool group_required) {
    const auto slashes = std::ranges::count(api_version, '/');
    if (slashes > 1) return fmt::format("unexpected GroupVersion string: {}", api_version);
    const bool has_group = slashes == 1 && !api_version.starts_with('/');
    return group_required && !has_group ? "apiVersion must specify API group" : "";
}

void validate_autoscaler_spec(const bj::object& spec, const bj::object* old, field_errors& to) {
    validate_replicas(spec, to);
    validate_scale_target(spec, old, to);
    const bool any_version = old != nullptr && has_invalid_reference(*old);
    for_each_object(list_of(spec, "metrics"), [&](const bj::object& metric, std::size_t i) {
        validate_autoscaler_metric(metric, indexed("spec.metrics", i), any_version, to);
    });
    if (number_at(spec, "minReplicas") == 0 && !has_metric_of(spec, "Object") &&
        !has_metric_of(spec, "External"))
        forbidden(to, "spec.metrics",
                  "must specify at least one Object or External metric to support scaling to zero replicas");
    const bj::object& behavior = object_of(spec, "behavior");
    for (const char* key : {"scaleUp", "scaleDown"}) {
        if (const bj::object* rules = object_at(behavior, key))
            validate_fields("autoscaling.v2.HPAScalingRules", *rules, nullptr, child("spec.behavior", key),
                            to);
    }
}

}}}  // namespace setpoint::v0::apiserver
