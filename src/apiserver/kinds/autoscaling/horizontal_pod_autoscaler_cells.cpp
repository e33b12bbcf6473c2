// Cells of HorizontalPodAutoscalers.

#include "apiserver/kinds/autoscaling/horizontal_pod_autoscaler.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The first `most`, followed by the number omitted out of `all`.
std::string first_metrics(std::vector<std::string> names, std::size_t most, std::size_t all,
                          std::string_view separator) {
    if (names.size() <= most) return fmt::format("{}", fmt::join(names, separator));
    names.resize(most);
    return fmt::format("{} + {} more...", fmt::join(names, separator), all - most);
}

std::string metric_amount(const bj::object& o, const char* key) {
    const std::string_view s = text_at(o, key);
    return std::string(s.empty() ? "0" : s);
}

// "cpu: 50%/80%", "10/20 (avg)"
std::string metric_text(const bj::object& spec, const bj::object& status) {
    std::string type(text_at(spec, "type"));
    if (!type.empty()) type[0] = static_cast<char>(type[0] - 'A' + 'a');
    const bj::object& source = object_of(spec, type);
    const bj::object& target = object_of(source, "target");
    const bj::object* now = object_at(status, {type, "current"});
    const bool by_resource = type == "resource" || type == "containerResource";
    const std::string name = by_resource ? std::string(text_at(source, "name")) + ": " : std::string();
    std::string current = "<unknown>";
    if (by_resource && value_at(target, "averageValue") == nullptr) {
        const auto used = now == nullptr ? std::nullopt : number_at(*now, "averageUtilization");
        const auto wanted = number_at(target, "averageUtilization");
        if (used) current = fmt::format("{}%", *used);
        return name + current + "/" + (wanted ? fmt::format("{}%", *wanted) : "<auto>");
    }
    const bool averaged = by_resource || type == "pods" || value_at(target, "averageValue") != nullptr;
    const char* key = averaged ? "averageValue" : "value";
    if (now != nullptr && (type == "pods" || !averaged || value_at(*now, key) != nullptr))
        current = metric_amount(*now, key);
    const bool marked = averaged && !by_resource && type != "pods";
    return name + current + "/" + metric_amount(target, key) + (marked ? " (avg)" : "");
}

bj::value targets_cell(const bj::object& given, wall_time) {
    constexpr std::size_t most = 2;
    const bj::object o = as_version_2(given);
    const bj::array& metrics = list_of(object_of(o, "spec"), "metrics");
    const bj::array& statuses = list_of(object_of(o, "status"), "currentMetrics");
    if (metrics.empty()) return "<none>";
    std::vector<std::string> all;
    for_each_object(metrics, [&](const bj::object& m, std::size_t i) {
        const bj::object* status = i < statuses.size() ? statuses[i].if_object() : nullptr;
        all.push_back(metric_text(m, status == nullptr ? bj::object() : *status));
    });
    const std::size_t count = all.size();
    return cell(first_metrics(std::move(all), most, count, ", "));
}

bj::value scale_target_cell(const bj::object& o, wall_time) {
    const bj::object& ref = object_of(o, {"spec", "scaleTargetRef"});
    return cell(fmt::format("{}/{}", text_at(ref, "kind"), text_at(ref, "name")));
}

bj::value least_pods_cell(const bj::object& o, wall_time) {
    const auto n = number_at(object_of(o, "spec"), "minReplicas");
    return cell(n ? std::to_string(*n) : "<unset>");
}

}  // namespace

constinit const cell_row autoscaler_cells[5] = {
    {"Reference", scale_target_cell},
    {"Targets", targets_cell},
    {"MinPods", least_pods_cell},
    {"MaxPods",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "spec"), "maxReplicas").value_or(0));
     }},
    {"Replicas",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "status"), "currentReplicas").value_or(0));
     }},
};

}}}  // namespace setpoint::v0::apiserver
