// Cells of workloads.

#include "apiserver/objects/fields.hpp"
#include "apiserver/printers/cells.hpp"
#include "apiserver/printers/printers.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/validation/metadata.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

std::int64_t number(const bj::object& o, const char* part, const char* key) {
    return number_at(object_of(o, part), key).value_or(0);
}

template <const char* const* key>
bj::value status_number(const bj::object& o, wall_time) {
    return number(o, "status", *key);
}

const bj::object& pod_spec(const bj::object& o) {
    if (const bj::object* job = object_at(o, {"spec", "jobTemplate", "spec", "template", "spec"}))
        return *job;
    if (const bj::object* direct = object_at(o, {"template", "spec"})) return *direct;
    return object_of(o, {"spec", "template", "spec"});
}

bj::value containers(const bj::object& o, wall_time) {
    return cell(joined_fields(list_of(pod_spec(o), "containers"), "name"));
}

bj::value images(const bj::object& o, wall_time) {
    return cell(joined_fields(list_of(pod_spec(o), "containers"), "image"));
}

bj::value ready_of_desired(const bj::object& o, wall_time) {
    return cell(fmt::format("{}/{}", number(o, "status", "readyReplicas"), number(o, "spec", "replicas")));
}

bj::value selector(const bj::object& o, wall_time) {
    return cell(selector_text(object_of(o, {"spec", "selector"})));
}

bj::value deployment_selector(const bj::object& o, wall_time) {
    const std::string s = selector_text(object_of(o, {"spec", "selector"}));
    return cell(s == "<none>" ? "" : s);
}

bj::value job_status(const bj::object& o, wall_time) {
    const bj::object& status = object_of(o, "status");
    if (has_condition(status, "Complete")) return "Complete";
    if (has_condition(status, "Failed")) return "Failed";
    if (value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr) return "Terminating";
    for (const char* type : {"Suspended", "FailureTarget", "SuccessCriteriaMet"}) {
        if (has_condition(status, type)) return type;
    }
    return "Running";
}

bj::value completions(const bj::object& o, wall_time) {
    const std::int64_t done = number(o, "status", "succeeded");
    const bj::object& spec = object_of(o, "spec");
    if (const auto wanted = number_at(spec, "completions")) return cell(fmt::format("{}/{}", done, *wanted));
    const std::int64_t parallelism = number_at(spec, "parallelism").value_or(0);
    return cell(parallelism > 1 ? fmt::format("{}/1 of {}", done, parallelism) : fmt::format("{}/1", done));
}

bj::value job_duration(const bj::object& o, wall_time now) {
    const bj::object& status = object_of(o, "status");
    const auto start = timestamp::parse(text_at(status, "startTime"));
    if (!start || !start->is_set()) return "";
    const auto end = timestamp::parse(text_at(status, "completionTime"));
    const timestamp until = end && end->is_set() ? *end : timestamp::from(now);
    constexpr auto most = std::chrono::floor<std::chrono::seconds>(duration::max());
    return cell(human_duration(std::clamp(until.value() - start->value(), -most, most)));
}

bj::value suspended(const bj::object& o, wall_time) {
    const bj::value* v = value_at(object_of(o, "spec"), "suspend");
    return cell(v == nullptr ? "<unset>" : true_at(object_of(o, "spec"), "suspend") ? "True" : "False");
}

bj::value last_schedule(const bj::object& o, wall_time now) {
    const std::string_view t = text_at(object_of(o, "status"), "lastScheduleTime");
    return cell(t.empty() ? "<none>" : age_text(t, now));
}

bj::value time_zone(const bj::object& o, wall_time) {
    const bj::value* v = value_at(object_of(o, "spec"), "timeZone");
    return cell(v == nullptr ? "<none>" : text_of(*v));
}

bj::value controller(const bj::object& o, wall_time) {
    for (const bj::value& v : list_of(object_of(o, "metadata"), "ownerReferences")) {
        if (!v.is_object() || !true_at(v.get_object(), "controller")) continue;
        const bj::object& owner = v.get_object();
        const std::string_view version = text_at(owner, "apiVersion");
        const std::size_t slash = version.find('/');
        std::string kind(text_at(owner, "kind"));
        if (slash != std::string_view::npos) kind += "." + std::string(version.substr(0, slash));
        return cell(fmt::format("{}/{}", lower_case(kind), text_at(owner, "name")));
    }
    return "<none>";
}

constexpr const char *all_replicas = "replicas", *ready_replicas = "readyReplicas",
                     *updated_replicas = "updatedReplicas", *available_replicas = "availableReplicas",
                     *ds_desired = "desiredNumberScheduled", *ds_current = "currentNumberScheduled",
                     *ds_ready = "numberReady", *ds_updated = "updatedNumberScheduled",
                     *ds_available = "numberAvailable";

bj::value wanted_replicas(const bj::object& o, wall_time) {
    return number(o, "spec", "replicas");
}

constexpr cell_row workload_cell_table[] = {
    {"", "Containers", containers},
    {"", "Images", images},
    {"deployments.apps", "Ready", ready_of_desired},
    {"deployments.apps", "Up-to-date", status_number<&updated_replicas>},
    {"deployments.apps", "Available", status_number<&available_replicas>},
    {"deployments.apps", "Selector", deployment_selector},
    {"replicasets.apps", "Desired", wanted_replicas},
    {"replicasets.apps", "Current", status_number<&all_replicas>},
    {"replicasets.apps", "Ready", status_number<&ready_replicas>},
    {"replicasets.apps", "Selector", selector},
    {"statefulsets.apps", "Ready", ready_of_desired},
    {"daemonsets.apps", "Desired", status_number<&ds_desired>},
    {"daemonsets.apps", "Current", status_number<&ds_current>},
    {"daemonsets.apps", "Ready", status_number<&ds_ready>},
    {"daemonsets.apps", "Up-to-date", status_number<&ds_updated>},
    {"daemonsets.apps", "Available", status_number<&ds_available>},
    {"daemonsets.apps", "Node Selector",
     [](const bj::object& o, wall_time) {
         return cell(labels_text(object_of(pod_spec(o), "nodeSelector")));
     }},
    {"daemonsets.apps", "Selector", selector},
    {"replicationcontrollers", "Desired", wanted_replicas},
    {"replicationcontrollers", "Current", status_number<&all_replicas>},
    {"replicationcontrollers", "Ready", status_number<&ready_replicas>},
    {"replicationcontrollers", "Selector",
     [](const bj::object& o, wall_time) { return cell(labels_text(object_of(o, {"spec", "selector"}))); }},
    {"podtemplates", "Pod Labels",
     [](const bj::object& o, wall_time) {
         return cell(labels_text(object_of(o, {"template", "metadata", "labels"})));
     }},
    {"controllerrevisions.apps", "Controller", controller},
    {"controllerrevisions.apps", "Revision",
     [](const bj::object& o, wall_time) { return bj::value(number_at(o, "revision").value_or(0)); }},
    {"jobs.batch", "Status", job_status},
    {"jobs.batch", "Completions", completions},
    {"jobs.batch", "Duration", job_duration},
    {"jobs.batch", "Selector", selector},
    {"cronjobs.batch", "Schedule",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "schedule")); }},
    {"cronjobs.batch", "Timezone", time_zone},
    {"cronjobs.batch", "Suspend", suspended},
    {"cronjobs.batch", "Active",
     [](const bj::object& o, wall_time) {
         return bj::value(static_cast<std::int64_t>(list_of(object_of(o, "status"), "active").size()));
     }},
    {"cronjobs.batch", "Last Schedule", last_schedule},
    {"cronjobs.batch", "Selector",
     [](const bj::object& o, wall_time) {
         return cell(selector_text(object_of(o, {"spec", "jobTemplate", "spec", "selector"})));
     }},
};

}  // namespace

std::span<const cell_row> workload_cells() {
    return workload_cell_table;
}

}  // namespace setpoint::inline v0::apiserver
