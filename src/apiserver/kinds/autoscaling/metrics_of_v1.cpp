#include "apiserver/kinds/autoscaling/metrics_of_v1.hpp"

#include "apiserver/objects/fields.hpp"

#include <string>
#include <utility>

namespace setpoint::inline v0::apiserver {

namespace {

void move_member(bj::object& from, const char* key, bj::object& to, const char* as) {
    bj::value* v = value_at(from, key);
    if (v == nullptr) return;
    bj::value moved = std::move(*v);
    from.stable_erase(key);
    to[as] = std::move(moved);
}

// The names that version 1 has for the parts of a source.
struct source_names {
    const char *source, *value, *average, *selector;
    bool resource = false;
};
constexpr source_names sources_of_v1[] = {
    {"object", "targetValue", "averageValue", "selector"},
    {"pods", nullptr, "targetAverageValue", "selector"},
    {"external", "targetValue", "targetAverageValue", "metricSelector"},
    {"resource", nullptr, "targetAverageValue", nullptr, true},
    {"containerResource", nullptr, "targetAverageValue", nullptr, true}};
constexpr const char* utilization = "targetAverageUtilization";

bool is_of_v2(const bj::object& source, const source_names& names) {
    if (names.resource) return value_at(source, "target") != nullptr;
    return value_at(source, "metric") != nullptr || value_at(source, "describedObject") != nullptr;
}

void source_from_v1(bj::object& source, const source_names& names) {
    if (is_of_v2(source, names)) return;
    bj::object target, metric;
    if (std::string_view(names.source) == "object") move_member(source, "target", source, "describedObject");
    if (names.value != nullptr) move_member(source, names.value, target, "value");
    move_member(source, names.average, target, "averageValue");
    if (names.resource) move_member(source, utilization, target, "averageUtilization");
    const bool average = value_at(target, "averageValue") != nullptr;
    target["type"] = value_at(target, "averageUtilization") != nullptr ? "Utilization"
                     : names.value == nullptr || (average && std::string_view(names.source) == "object")
                         ? "AverageValue"
                     : value_at(target, "value") != nullptr || !average ? "Value"
                                                                        : "AverageValue";
    // Version 1 always has a value of an object's metric, which is zero if only the average counts.
    if (average && std::string_view(names.source) == "object") target.stable_erase("value");
    if (!names.resource) {
        move_member(source, "metricName", metric, "name");
        move_member(source, names.selector, metric, "selector");
        source["metric"] = std::move(metric);
    }
    source["target"] = std::move(target);
}

void source_to_v1(bj::object& source, const source_names& names) {
    if (!is_of_v2(source, names)) return;
    bj::object target = object_of(source, "target"), metric = object_of(source, "metric");
    source.stable_erase("target");
    source.stable_erase("metric");
    move_member(source, "describedObject", source, "target");
    move_member(metric, "name", source, "metricName");
    if (names.selector != nullptr) move_member(metric, "selector", source, names.selector);
    if (names.value != nullptr) move_member(target, "value", source, names.value);
    if (std::string_view(names.source) == "object") set_default(source, names.value, "0");
    move_member(target, "averageValue", source, names.average);
    move_member(target, "averageUtilization", source, utilization);
}

template <class Convert>
void for_each_source(bj::value& metrics, Convert convert) {
    bj::array* all = metrics.if_array();
    if (all == nullptr) return;
    for_each_object(*all, [&](bj::object& metric, std::size_t) {
        for (const source_names& names : sources_of_v1)
            if (bj::object* source = object_at(metric, names.source)) convert(*source, names);
    });
}

}  // namespace

void metrics_from_v1(bj::value& metrics) {
    for_each_source(metrics, source_from_v1);
}

void metrics_to_v1(bj::value& metrics) {
    for_each_source(metrics, source_to_v1);
}

}  // namespace setpoint::inline v0::apiserver
