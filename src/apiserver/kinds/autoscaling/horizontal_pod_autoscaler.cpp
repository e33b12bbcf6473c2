// HorizontalPodAutoscalers (pkg/apis/autoscaling/validation, pkg/registry/autoscaling).

#include "apiserver/kinds/autoscaling/horizontal_pod_autoscaler.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/autoscaling/horizontal_pod_autoscaler_spec.hpp"
#include "apiserver/kinds/autoscaling/metrics_of_v1.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <optional>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The annotations that hold what version 1 has no fields for.
constexpr std::string_view metrics_annotation = "autoscaling.alpha.kubernetes.io/metrics",
                           current_annotation = "autoscaling.alpha.kubernetes.io/current-metrics",
                           conditions_annotation = "autoscaling.alpha.kubernetes.io/conditions",
                           behavior_annotation = "autoscaling.alpha.kubernetes.io/behavior";

constexpr std::string_view all_annotations[] = {metrics_annotation,
                                                current_annotation,
                                                conditions_annotation,
                                                behavior_annotation,
                                                "autoscaling.alpha.kubernetes.io/scale-up-tolerance",
                                                "autoscaling.alpha.kubernetes.io/scale-down-tolerance"};

// The CPU utilization in percent, for which v1 has a field; `value` is "target" or "current".
const bj::value* cpu_percent(const bj::value& metric, const char* value) {
    const bj::object* m = metric.if_object();
    if (m == nullptr || text_at(*m, "type") != "Resource" || text_at(*m, {"resource", "name"}) != "cpu")
        return nullptr;
    return value_at(object_of(*m, {"resource", value}), "averageUtilization");
}

bj::object cpu_metric(const char* value, std::int64_t percent) {
    bj::object amount{{"averageUtilization", percent}};
    if (std::string_view(value) == "target") amount["type"] = "Utilization";
    return {{"type", "Resource"}, {"resource", {{"name", "cpu"}, {value, amount}}}};
}

void annotate(bj::object& o, std::string_view key, const bj::value& v) {
    make_object(make_object(o, "metadata"), "annotations")[key] = json_text::serialize(v);
}

void drop_annotations(bj::object& o) {
    bj::object* annotations = object_at(o, {"metadata", "annotations"});
    if (annotations == nullptr) return;
    for (const std::string_view key : all_annotations) annotations->stable_erase(key);
    if (annotations->empty()) object_at(o, "metadata")->stable_erase("annotations");
}

// Null if there is no such annotation, or no JSON in it.
std::optional<bj::value> annotated(const bj::object& o, std::string_view key) {
    const bj::value* text = value_at(object_of(o, {"metadata", "annotations"}), key);
    std::string wrong;
    bj::value v;
    if (text == nullptr || !json_text::parse(text_of(*text), v, wrong)) return std::nullopt;
    return v;
}

std::optional<bj::array> annotated_list(const bj::object& o, std::string_view key) {
    auto v = annotated(o, key);
    if (v && v->is_null()) return bj::array();
    if (!v || !v->is_array()) return std::nullopt;
    for (bj::value& item : v->get_array()) {
        if (item.is_null()) item = bj::object();
        if (!item.is_object()) return std::nullopt;
    }
    return std::move(v->get_array());
}

void spec_to_v1(bj::object& o) {
    bj::object* spec = object_at(o, "spec");
    if (spec == nullptr) return;
    bj::array others;
    std::optional<bj::value> percent;
    for (const bj::value& metric : list_of(*spec, "metrics")) {
        if (const bj::value* found = cpu_percent(metric, "target")) {
            if (!percent) percent = *found;
        } else {
            others.push_back(metric);
        }
    }
    const bj::value behavior = object_at(*spec, "behavior") == nullptr
                                   ? bj::value()
                                   : bj::value(behavior_to_v1(object_of(*spec, "behavior")));
    for (const char* key : {"metrics", "behavior"}) spec->stable_erase(key);
    if (percent) (*spec)["targetCPUUtilizationPercentage"] = *percent;
    if (!others.empty()) {
        metrics_to_v1(others, metric_list::wanted);
        annotate(o, metrics_annotation, others);
    }
    if (!behavior.is_null()) annotate(o, behavior_annotation, behavior);
}

void status_to_v1(bj::object& o) {
    bj::object* status = object_at(o, "status");
    if (status == nullptr) return;
    bj::array metrics = list_of(*status, "currentMetrics"), conditions = list_of(*status, "conditions");
    for (const char* key : {"currentMetrics", "conditions"}) status->stable_erase(key);
    for (const bj::value& metric : metrics)
        if (const bj::value* percent = cpu_percent(metric, "current"))
            (*status)["currentCPUUtilizationPercentage"] = *percent;
    // The annotation has the CPU utilization, too, since its value is not in the field.
    if (!metrics.empty()) {
        metrics_to_v1(metrics, metric_list::current);
        annotate(o, current_annotation, metrics);
    }
    if (!conditions.empty()) annotate(o, conditions_annotation, conditions);
}

void spec_from_v1(bj::object& o) {
    bj::object* spec = object_at(o, "spec");
    if (spec == nullptr) return;
    const auto percent = number_at(*spec, "targetCPUUtilizationPercentage");
    spec->stable_erase("targetCPUUtilizationPercentage");
    bj::array metrics;
    if (auto others = annotated_list(o, metrics_annotation)) {
        metrics = std::move(*others);
        metrics_from_v1(metrics, metric_list::wanted);
    }
    if (percent) metrics.push_back(cpu_metric("target", *percent));
    if (!metrics.empty()) (*spec)["metrics"] = std::move(metrics);
    if (const auto behavior = annotated(o, behavior_annotation))
        if (auto rules = behavior_from_v1(*behavior)) (*spec)["behavior"] = std::move(*rules);
}

void status_from_v1(bj::object& o) {
    auto metrics = annotated_list(o, current_annotation);
    auto conditions = annotated_list(o, conditions_annotation);
    if (object_at(o, "status") == nullptr && !metrics && !conditions) return;
    bj::object& status = make_object(o, "status");
    const auto percent = number_at(status, "currentCPUUtilizationPercentage");
    status.stable_erase("currentCPUUtilizationPercentage");
    if (metrics) {
        metrics_from_v1(*metrics, metric_list::current);
        status["currentMetrics"] = std::move(*metrics);
    } else if (percent) {
        status["currentMetrics"] = bj::array{cpu_metric("current", *percent)};
    }
    if (conditions) status["conditions"] = std::move(*conditions);
}

bool is_version_1(const bj::object& o) {
    return text_at(o, "apiVersion") == "autoscaling/v1";
}

// Encodes the status alone: a list of policies that was sent empty is absent by now, and would get its
// default.
void reset_status(bj::object& o) {
    bj::object alone{{"apiVersion", "autoscaling/v2"}, {"kind", "HorizontalPodAutoscaler"}};
    apply_go_encoding(alone);
    o["status"] = std::move(alone["status"]);
}

// Both endpoints work on the form of version 2: the annotations of version 1 belong to the spec or to the
// status.
void create_autoscaler(bj::object& o, const kind_context&) {
    const bool first = is_version_1(o);
    if (first) autoscaler_to_storage(o);
    drop_annotations(o);
    reset_status(o);
    if (first) autoscaler_from_storage(o);
}

void update_autoscaler(bj::object& o, const bj::object& old, const kind_context& c) {
    const bool first = is_version_1(o);
    bj::object before = old;
    if (first) {
        autoscaler_to_storage(o);
        autoscaler_to_storage(before);
    }
    drop_annotations(o);
    update_spec_or_status(o, before, c);
    if (first) autoscaler_from_storage(o);
}

// What Kubernetes decodes is its internal type: field managers own what that has in version 1.
void default_autoscaler(bj::object& o) {
    if (is_version_1(o)) {
        autoscaler_to_storage(o);
        autoscaler_from_storage(o);
    } else {
        apply_go_encoding(o);
        drop_annotations(o);
    }
}

constexpr std::int64_t cpu_target = 80, scaling_period = 15, pods_at_once = 4, everything = 100;

bj::object scaling_policy(const char* type, std::int64_t value) {
    return {{"type", type}, {"value", value}, {"periodSeconds", scaling_period}};
}

void fill_behavior(bj::object& behavior) {
    const auto percent = scaling_policy("Percent", everything);
    bj::object& up = make_object(behavior, "scaleUp");
    set_default(up, "stabilizationWindowSeconds", 0);
    set_default(up, "selectPolicy", "Max");
    set_default(up, "policies", bj::array{scaling_policy("Pods", pods_at_once), percent});
    bj::object& down = make_object(behavior, "scaleDown");
    set_default(down, "selectPolicy", "Max");
    bj::array policies;
    policies.push_back(percent);
    set_default(down, "policies", std::move(policies));
}

void fill_metrics(bj::object& spec) {
    if (!list_of(spec, "metrics").empty()) return;
    const bj::object target{{"type", "Utilization"}, {"averageUtilization", cpu_target}};
    const bj::object cpu{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {"target", target}}}};
    bj::array metrics;
    metrics.push_back(cpu);
    spec["metrics"] = std::move(metrics);
}

constexpr type_default autoscaler_type_defaults[] = {
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", fill_metrics},
    {"autoscaling.v2.HorizontalPodAutoscalerBehavior", fill_behavior}};

void validate_autoscaler(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    const bj::object now = as_version_2(o);
    validate_autoscaler_spec(object_of(now, "spec"), nullptr, to);
}

void validate_autoscaler_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_fields("autoscaling.v2.HorizontalPodAutoscalerStatus", object_of(o, "status"), nullptr,
                        "status", to);
        for_each_object(
            list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t i) {
                const std::string here = child(indexed("status.conditions", i), "observedGeneration");
                if (const auto n = number_at(c, "observedGeneration"); n && *n < 0)
                    invalid(to, here, bj::value(*n), std::string(not_negative));
            });
        return;
    }
    const bj::object now = as_version_2(o), before = as_version_2(old);
    validate_autoscaler_spec(object_of(now, "spec"), &object_of(before, "spec"), to);
}

}  // namespace

void autoscaler_from_storage(bj::object& o) {
    drop_annotations(o);
    spec_to_v1(o);
    status_to_v1(o);
    o["apiVersion"] = "autoscaling/v1";
    apply_go_encoding(o);
}

void autoscaler_to_storage(bj::object& o) {
    spec_from_v1(o);
    status_from_v1(o);
    drop_annotations(o);
    o["apiVersion"] = "autoscaling/v2";
    apply_go_encoding(o);
}

// Version 1 is validated in the form of version 2.
bj::object as_version_2(const bj::object& o) {
    bj::object out = o;
    if (is_version_1(o)) autoscaler_to_storage(out);
    return out;
}

namespace {

constexpr kind_code autoscaler_code(bool first) {
    return {
        .defaults = default_autoscaler,
        .type_defaults = autoscaler_type_defaults,
        .prepare_create = create_autoscaler,
        .prepare_update = update_autoscaler,
        .validate = validate_autoscaler,
        .validate_update = validate_autoscaler_update,
        .cells = autoscaler_cells,
        .from_storage = first ? autoscaler_from_storage : nullptr,
        .to_storage = first ? autoscaler_to_storage : nullptr,
    };
}

}  // namespace

constinit const kind_code horizontal_pod_autoscaler_kind = autoscaler_code(false);

constinit const kind_code horizontal_pod_autoscaler_v1_kind = autoscaler_code(true);

}}}  // namespace setpoint::v0::apiserver
