#include "apiserver/kinds/autoscaling/metrics_of_v1.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A member of version 1, and where version 2 has it: in "metric" (its identity), in "target" or "current"
// (its amount), or directly in the source.
enum class held_in { source, metric, amount };
struct metric_part {
    const char *v1, *v2;
    held_in place;
    // What version 1 has instead of an absent value: fields that are not pointers.
    const char* absent = nullptr;
};
struct metric_form {
    const char* source;
    std::span<const metric_part> parts;  // in the order of the Go struct
};

constexpr const char* average = "averageValue";
constexpr const char* utilization = "averageUtilization";

constexpr metric_part wanted_object[] = {{"target", "describedObject", held_in::source},
                                         {"metricName", "name", held_in::metric, ""},
                                         {"targetValue", "value", held_in::amount, "0"},
                                         {"selector", "selector", held_in::metric},
                                         {"averageValue", average, held_in::amount}},
                      wanted_pods[] = {{"metricName", "name", held_in::metric, ""},
                                       {"targetAverageValue", average, held_in::amount, "0"},
                                       {"selector", "selector", held_in::metric}},
                      wanted_resource[] = {{"name", "name", held_in::source, ""},
                                           {"targetAverageUtilization", utilization, held_in::amount},
                                           {"targetAverageValue", average, held_in::amount}},
                      wanted_container[] = {{"name", "name", held_in::source, ""},
                                            {"targetAverageUtilization", utilization, held_in::amount},
                                            {"targetAverageValue", average, held_in::amount},
                                            {"container", "container", held_in::source, ""}},
                      wanted_external[] = {{"metricName", "name", held_in::metric, ""},
                                           {"metricSelector", "selector", held_in::metric},
                                           {"targetValue", "value", held_in::amount},
                                           {"targetAverageValue", average, held_in::amount}},
                      current_object[] = {{"target", "describedObject", held_in::source},
                                          {"metricName", "name", held_in::metric, ""},
                                          {"currentValue", "value", held_in::amount, "0"},
                                          {"selector", "selector", held_in::metric},
                                          {"averageValue", average, held_in::amount}},
                      current_pods[] = {{"metricName", "name", held_in::metric, ""},
                                        {"currentAverageValue", average, held_in::amount, "0"},
                                        {"selector", "selector", held_in::metric}},
                      current_resource[] = {{"name", "name", held_in::source, ""},
                                            {"currentAverageUtilization", utilization, held_in::amount},
                                            {"currentAverageValue", average, held_in::amount, "0"}},
                      current_container[] = {{"name", "name", held_in::source, ""},
                                             {"currentAverageUtilization", utilization, held_in::amount},
                                             {"currentAverageValue", average, held_in::amount, "0"},
                                             {"container", "container", held_in::source, ""}},
                      current_external[] = {{"metricName", "name", held_in::metric, ""},
                                            {"metricSelector", "selector", held_in::metric},
                                            {"currentValue", "value", held_in::amount, "0"},
                                            {"currentAverageValue", average, held_in::amount}};

constexpr metric_form wanted_forms[] = {{"object", wanted_object},
                                        {"pods", wanted_pods},
                                        {"resource", wanted_resource},
                                        {"containerResource", wanted_container},
                                        {"external", wanted_external}},
                      current_forms[] = {{"object", current_object},
                                         {"pods", current_pods},
                                         {"resource", current_resource},
                                         {"containerResource", current_container},
                                         {"external", current_external}};

const char* amount_key(metric_list list) {
    return list == metric_list::wanted ? "target" : "current";
}

bool is_of_v2(const bj::object& source, const metric_form& form, metric_list list) {
    const bj::object* amount = object_at(source, amount_key(list));
    if (std::string_view(form.source) != "object") return amount != nullptr;
    return value_at(source, "metric") != nullptr || value_at(source, "describedObject") != nullptr;
}

bool is_zero(const bj::value* amount) {
    if (amount == nullptr) return true;
    const auto q = quantity::parse(text_of(*amount));
    return !q || *q == quantity(0);
}

// The kind of target follows from what is set.
void complete_target(bj::object& target, std::string_view source) {
    const bool has_average = value_at(target, average) != nullptr,
               has_utilization = value_at(target, utilization) != nullptr;
    if (source == "object") {
        target["type"] = has_average ? "AverageValue" : "Value";
        // Version 1 always has a value, which is zero if only the average counts.
        if (has_average && is_zero(value_at(target, "value"))) target.stable_erase("value");
    } else if (source == "external") {
        target["type"] = value_at(target, "value") == nullptr ? "AverageValue" : "Value";
    } else {
        target["type"] = has_utilization ? "Utilization" : "AverageValue";
    }
}

void source_from_v1(bj::object& source, const metric_form& form, metric_list list) {
    if (is_of_v2(source, form, list)) return;
    bj::object out, metric, amount;
    bool has_metric = false;
    for (const metric_part& part : form.parts) {
        bj::object& to = part.place == held_in::source   ? out
                         : part.place == held_in::metric ? metric
                                                         : amount;
        has_metric = has_metric || part.place == held_in::metric;
        if (const bj::value* v = value_at(source, part.v1)) {
            to[part.v2] = *v;
        } else if (part.absent != nullptr) {
            to[part.v2] = part.absent;
        }
    }
    if (list == metric_list::wanted) complete_target(amount, form.source);
    if (has_metric) out["metric"] = std::move(metric);
    out[amount_key(list)] = std::move(amount);
    source = std::move(out);
}

void source_to_v1(bj::object& source, const metric_form& form, metric_list list) {
    if (!is_of_v2(source, form, list)) return;
    bj::object out;
    for (const metric_part& part : form.parts) {
        const bj::object& from = part.place == held_in::source   ? source
                                 : part.place == held_in::metric ? object_of(source, "metric")
                                                                 : object_of(source, amount_key(list));
        if (const bj::value* v = value_at(from, part.v2)) {
            out[part.v1] = *v;
        } else if (part.absent != nullptr) {
            out[part.v1] = part.absent;
        }
    }
    source = std::move(out);
}

template <class Convert>
void for_each_source(bj::array& metrics, metric_list list, Convert convert) {
    const std::span<const metric_form> forms =
        list == metric_list::wanted ? std::span<const metric_form>(wanted_forms) : current_forms;
    for_each_object(metrics, [&](bj::object& metric, std::size_t) {
        for (const metric_form& form : forms)
            if (bj::object* source = object_at(metric, form.source)) convert(*source, form, list);
    });
}

}  // namespace

void metrics_from_v1(bj::array& metrics, metric_list list) {
    for_each_source(metrics, list, source_from_v1);
}

void metrics_to_v1(bj::array& metrics, metric_list list) {
    for_each_source(metrics, list, source_to_v1);
}

}}}  // namespace setpoint::v0::apiserver
