// Cells of pods (pkg/printers/internalversion, printPod), and the fields that select pods.

#include "apiserver/kinds/core/pod/pod_tables.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct pod_summary {
    std::size_t ready = 0, total = 0;
    std::int64_t restarts = 0;
    std::string reason, last_restart;
};

// Times in RFC 3339 and UTC compare as strings.
void note_restart(const bj::object& container, std::string& last) {
    const std::string_view at_time = text_at(object_of(container, {"lastState", "terminated"}), "finishedAt");
    if (at_time > last) last = at_time;
}

bool is_sidecar(const bj::object& spec, std::string_view name) {
    for (const bj::value& v : list_of(spec, "initContainers")) {
        if (v.is_object() && text_at(v.get_object(), "name") == name) {
            return text_at(v.get_object(), "restartPolicy") == "Always";
        }
    }
    return false;
}

std::string pod_ending(const bj::object& terminated, std::string_view prefix) {
    const std::string_view reason = text_at(terminated, "reason");
    if (!reason.empty()) return fmt::format("{}{}", prefix, reason);
    const std::int64_t signal = number_at(terminated, "signal").value_or(0);
    if (signal != 0) return fmt::format("{}Signal:{}", prefix, signal);
    return fmt::format("{}ExitCode:{}", prefix, number_at(terminated, "exitCode").value_or(0));
}

// The reason of an init container that has not finished; "" to continue with the next one.
std::string init_reason(const bj::object& container, bool sidecar, std::size_t i, std::size_t count,
                        pod_summary& s) {
    const bj::object* terminated = object_at(container, {"state", "terminated"});
    if (terminated != nullptr && number_at(*terminated, "exitCode").value_or(0) == 0) return {};
    if (sidecar && true_at(container, "started")) {
        if (true_at(container, "ready")) ++s.ready;
        return {};
    }
    if (terminated != nullptr) return pod_ending(*terminated, "Init:");
    const std::string_view waiting = text_at(object_of(container, {"state", "waiting"}), "reason");
    if (!waiting.empty() && waiting != "PodInitializing") return fmt::format("Init:{}", waiting);
    return fmt::format("Init:{}/{}", i, count);
}

void summarize_containers(const bj::object& status, pod_summary& s) {
    const bj::array& all = list_of(status, "containerStatuses");
    bool running = false;
    std::string failure;
    for (std::size_t i = all.size(); i-- > 0;) {
        if (!all[i].is_object()) continue;
        const bj::object& c = all[i].get_object();
        s.restarts += number_at(c, "restartCount").value_or(0);
        note_restart(c, s.last_restart);
        const std::string_view waiting = text_at(object_of(c, {"state", "waiting"}), "reason");
        const bj::object* terminated = object_at(c, {"state", "terminated"});
        if (!waiting.empty()) {
            s.reason = waiting;
        } else if (terminated != nullptr) {
            s.reason = pod_ending(*terminated, "");
            if (number_at(*terminated, "exitCode").value_or(0) != 0) failure = s.reason;
        } else if (true_at(c, "ready") && object_at(c, {"state", "running"}) != nullptr) {
            running = true;
            ++s.ready;
        }
    }
    if (s.reason != "Completed") return;
    if (running && has_condition(status, "Ready")) {
        s.reason = "Running";
    } else if (!failure.empty()) {
        s.reason = failure;
    } else if (running) {
        s.reason = "NotReady";
    }
}

// Returns true while the pod is initializing.
bool summarize_init_containers(const bj::object& spec, const bj::object& status, pod_summary& s,
                               pod_summary& sidecars) {
    const bj::array& all = list_of(status, "initContainerStatuses");
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_object()) continue;
        const bj::object& c = all[i].get_object();
        const bool sidecar = is_sidecar(spec, text_at(c, "name"));
        s.restarts += number_at(c, "restartCount").value_or(0);
        note_restart(c, s.last_restart);
        if (sidecar) {
            sidecars.restarts += number_at(c, "restartCount").value_or(0);
            note_restart(c, sidecars.last_restart);
        }
        const std::string reason = init_reason(c, sidecar, i, list_of(spec, "initContainers").size(), s);
        if (reason.empty()) continue;
        s.reason = reason;
        return true;
    }
    return false;
}

pod_summary summarize_pod(const bj::object& o) {
    const bj::object& spec = object_of(o, "spec");
    const bj::object& status = object_of(o, "status");
    const std::string_view phase = text_at(status, "phase");
    pod_summary s, sidecars;
    s.total = list_of(spec, "containers").size();
    for_each_object(list_of(spec, "initContainers"), [&](const bj::object& c, std::size_t) {
        if (text_at(c, "restartPolicy") == "Always") ++s.total;
    });
    s.reason = text_at(status, "reason").empty() ? phase : text_at(status, "reason");
    for_each_object(list_of(status, "conditions"), [&](const bj::object& c, std::size_t) {
        if (text_at(c, "type") == "PodScheduled" && text_at(c, "reason") == "SchedulingGated") {
            s.reason = "SchedulingGated";
        }
    });
    const bool initializing = summarize_init_containers(spec, status, s, sidecars);
    if (!initializing || has_condition(status, "Initialized")) {
        s.restarts = sidecars.restarts;
        s.last_restart = sidecars.last_restart;
        summarize_containers(status, s);
    }
    if (value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr) {
        if (text_at(status, "reason") == "NodeLost") {
            s.reason = "Unknown";
        } else if (phase != "Succeeded" && phase != "Failed") {
            s.reason = "Terminating";
        }
    }
    return s;
}

bj::value ready_containers_cell(const bj::object& o, wall_time) {
    const pod_summary s = summarize_pod(o);
    return cell(fmt::format("{}/{}", s.ready, s.total));
}

bj::value reason_cell(const bj::object& o, wall_time) {
    return cell(summarize_pod(o).reason);
}

bj::value restarts_cell(const bj::object& o, wall_time now) {
    const pod_summary s = summarize_pod(o);
    std::string text = std::to_string(s.restarts);
    if (s.restarts != 0 && !s.last_restart.empty()) {
        text += fmt::format(" ({} ago)", age_text(s.last_restart, now));
    }
    return cell(text);
}

bj::value pod_ip_cell(const bj::object& o, wall_time) {
    const bj::array& all = list_of(object_of(o, "status"), "podIPs");
    return cell_or_none(all.empty() || !all[0].is_object() ? "" : text_at(all[0].get_object(), "ip"));
}

bj::value readiness_gates_cell(const bj::object& o, wall_time) {
    const bj::array& all = list_of(object_of(o, "spec"), "readinessGates");
    if (all.empty()) return cell_or_none("");
    std::size_t met = 0;
    for_each_object(all, [&](const bj::object& g, std::size_t) {
        if (has_condition(object_of(o, "status"), text_at(g, "conditionType"))) ++met;
    });
    return cell(fmt::format("{}/{}", met, all.size()));
}

}  // namespace

constinit const cell_row pod_cells[7] = {
    {"Ready", ready_containers_cell},
    {"Status", reason_cell},
    {"Restarts", restarts_cell},
    {"IP", pod_ip_cell},
    {"Node",
     [](const bj::object& o, wall_time) { return cell_or_none(text_at(object_of(o, "spec"), "nodeName")); }},
    {"Nominated Node",
     [](const bj::object& o, wall_time) {
         return cell_or_none(text_at(object_of(o, "status"), "nominatedNodeName"));
     }},
    {"Readiness Gates", readiness_gates_cell},
};

bj::array pod_row_conditions(const bj::object& object) {
    const std::string_view phase = text_at(object_of(object, "status"), "phase");
    if (phase != "Succeeded" && phase != "Failed") return {};
    const char* message = phase == "Succeeded" ? "The pod has completed successfully." : "The pod failed.";
    return {bj::object{{"type", "Completed"}, {"status", "True"}, {"reason", phase}, {"message", message}}};
}

std::string pod_selectable_path(std::string_view path, const bj::object&) {
    return std::string(path == "spec.host" ? "spec.nodeName" : path);  // what old clients send
}

}}}  // namespace setpoint::v0::apiserver
