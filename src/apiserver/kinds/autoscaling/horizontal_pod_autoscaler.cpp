// HorizontalPodAutoscalers (pkg/apis/autoscaling/validation, pkg/registry/autoscaling).

#include "apiserver/kinds/autoscaling/autoscaler_spec.hpp"
#include "apiserver/kinds/autoscaling/metrics_of_v1.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/schema/json_text.hpp"
#include "apiserver/strategies/storage_versions.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

// Fields that only v2 has, and the annotations that hold them in v1.
struct kept {
    const char *part, *field, *annotation;
};
constexpr kept kept_fields[] = {
    {"spec", "metrics", "autoscaling.alpha.kubernetes.io/metrics"},
    {"spec", "behavior", "autoscaling.alpha.kubernetes.io/behavior"},
    {"status", "conditions", "autoscaling.alpha.kubernetes.io/conditions"},
    {"status", "currentMetrics", "autoscaling.alpha.kubernetes.io/current-metrics"},
};

// The CPU utilization in percent, for which v1 has a field; `value` is "target" or "current".
const bj::value* cpu_percent(const bj::value& metric, const char* value) {
    const bj::object* m = metric.if_object();
    if (m == nullptr || text_at(*m, {"resource", "name"}) != "cpu") return nullptr;
    return value_at(object_of(*m, {"resource", value}), "averageUtilization");
}

// Removes the first such metric from the list and returns it.
bj::value take_percent(bj::object& part, const char* list, const char* value) {
    bj::array* metrics = list_at(part, list);
    if (metrics == nullptr) return {};
    for (auto m = metrics->begin(); m != metrics->end(); ++m) {
        const bj::value* found = cpu_percent(*m, value);
        if (found == nullptr) continue;
        const bj::value percent = *found;
        metrics->erase(m);
        return percent;
    }
    return {};
}

void put_percent(bj::object& part, const char* field, const char* list, const char* value) {
    const auto percent = number_at(part, field);
    part.stable_erase(field);
    if (!percent) return;
    bj::object amount{{"averageUtilization", *percent}};
    if (std::string_view(value) == "target") amount["type"] = "Utilization";
    const bj::object metric{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {value, amount}}}};
    bj::array all = list_of(part, list);
    all.push_back(metric);
    part[list] = std::move(all);
}

bool is_nothing(const bj::value& v) {
    return v.is_null() || (v.is_array() && v.get_array().empty()) ||
           (v.is_object() && v.get_object().empty());
}

void keep_in_annotation(bj::object& o, const kept& k) {
    bj::object* part = object_at(o, k.part);
    if (part == nullptr) return;
    const bj::value* v = part->if_contains(k.field);
    if (v == nullptr) return;
    bj::value shown = *v;
    if (std::string_view(k.field) == "metrics") metrics_to_v1(shown);
    const std::string text = is_nothing(shown) ? std::string() : json_text::serialize(shown);
    part->stable_erase(k.field);
    if (!text.empty()) make_object(make_object(o, "metadata"), "annotations")[k.annotation] = text;
}

void restore(bj::object& o, const kept& k) {
    bj::object* annotations = object_at(o, {"metadata", "annotations"});
    if (annotations == nullptr) return;
    const std::string text(text_at(*annotations, k.annotation));
    annotations->stable_erase(k.annotation);
    if (annotations->empty()) object_at(o, "metadata")->stable_erase("annotations");
    std::string wrong;
    bj::value v;
    if (!json_text::parse(text, v, wrong) || is_nothing(v)) return;
    if (std::string_view(k.field) == "metrics") metrics_from_v1(v);
    make_object(o, k.part)[k.field] = std::move(v);
}

// Version 1 is validated in the form of version 2.
bj::object as_version_2(const bj::object& o) {
    bj::object out = o;
    if (text_at(o, "apiVersion") == "autoscaling/v1") autoscaler_to_storage(out);
    return out;
}

void validate_autoscaler(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    const bj::object now = as_version_2(o);
    validate_autoscaler_spec(object_of(now, "spec"), nullptr, to);
}

void validate_autoscaler_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_fields("autoscaling.v2.HorizontalPodAutoscalerStatus", object_of(o, "status"), nullptr,
                        "status", to);
        return;
    }
    const bj::object now = as_version_2(o), before = as_version_2(old);
    validate_autoscaler_spec(object_of(now, "spec"), &object_of(before, "spec"), to);
}

}  // namespace

void autoscaler_from_storage(bj::object& o) {
    if (bj::object* spec = object_at(o, "spec")) {
        bj::value percent = take_percent(*spec, "metrics", "target");
        if (!percent.is_null()) (*spec)["targetCPUUtilizationPercentage"] = std::move(percent);
    }
    if (bj::object* status = object_at(o, "status")) {
        bj::value percent = take_percent(*status, "currentMetrics", "current");
        if (!percent.is_null()) (*status)["currentCPUUtilizationPercentage"] = std::move(percent);
    }
    for (const kept& k : kept_fields) keep_in_annotation(o, k);
    o["apiVersion"] = "autoscaling/v1";
    apply_go_encoding(o);
}

void autoscaler_to_storage(bj::object& o) {
    for (const kept& k : kept_fields) restore(o, k);
    if (bj::object* spec = object_at(o, "spec"))
        put_percent(*spec, "targetCPUUtilizationPercentage", "metrics", "target");
    if (bj::object* status = object_at(o, "status"))
        put_percent(*status, "currentCPUUtilizationPercentage", "currentMetrics", "current");
    o["apiVersion"] = "autoscaling/v2";
    apply_go_encoding(o);
}

const strategy autoscaler_strategy{.defaults = apply_go_encoding,
                                   .prepare_create = create_without_status,
                                   .prepare_update = update_spec_or_status,
                                   .validate = validate_autoscaler,
                                   .validate_update = validate_autoscaler_update,
                                   .has_generation = false};

}  // namespace setpoint::inline v0::apiserver
