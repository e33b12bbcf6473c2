#include "apiserver/controllers/node/pod_report.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

void pod_report::put(std::string_view type, bool holds, std::string_view reason, std::string_view message) {
    condition c;
    c.type = type;
    c.status = to_status(holds);
    c.observed_generation = p.metadata.generation;
    c.reason = reason;
    c.message = message;
    set_condition(status.conditions, std::move(c), now);
}

container_state pod_report::terminated(int code) const {
    container_state s;
    s.terminated.emplace();
    s.terminated->exit_code = code;
    s.terminated->reason = code == 0 ? "Completed" : "Error";
    s.terminated->started_at = memory.started;
    s.terminated->finished_at = now;
    return s;
}

void pod_report::start_ephemeral(const partial_container& c) {
    container_status s;
    s.name = c.name;
    s.image = c.image;
    s.ready = false;
    s.restart_count = 0;
    s.state.running.emplace();
    s.state.running->started_at = now;
    s.image_id = fmt::format("{}@sha256:{}", c.image, container_id("", c.image, 0));
    s.container_id = "setpoint://" + container_id(p.metadata.uid, c.name, 0);
    status.ephemeral_container_statuses.push_back(std::move(s));
}

void pod_report::end_ephemeral() {
    for (container_status& s : status.ephemeral_container_statuses) {
        if (!s.state.running) continue;
        container_state end = terminated(killed_exit_code);
        end.terminated->started_at = s.state.running->started_at;
        s.state = std::move(end);
    }
}

void pod_report::containers(const container_state& state, bool ready, bool started,
                            const container_state& last) {
    status.container_statuses.clear();
    for (const partial_container& c : p.spec.containers) {
        container_status s;
        s.name = c.name;
        s.image = c.image;
        s.ready = ready;
        s.started = started;
        s.restart_count = memory.restarts;
        s.state = state;
        s.last_state = last;
        if (!state.waiting || memory.restarts > 0) {
            s.image_id = fmt::format("{}@sha256:{}", c.image, container_id("", c.image, 0));
            s.container_id = "setpoint://" + container_id(p.metadata.uid, c.name, memory.restarts);
        }
        status.container_statuses.push_back(std::move(s));
    }
    status.init_container_statuses.clear();
    for (const partial_container& c : p.spec.init_containers) {
        container_status s;
        s.name = c.name;
        s.image = c.image;
        s.restart_count = 0;
        const bool begun = !state.waiting || memory.restarts > 0;
        s.ready = begun;
        s.started = false;
        if (begun) {
            s.state = terminated(0);
            s.state.terminated->finished_at = memory.started;
        } else {
            s.state.waiting.emplace();
            s.state.waiting->reason = "PodInitializing";
        }
        status.init_container_statuses.push_back(std::move(s));
    }
}

void pod_report::unready(std::string_view reason, std::string_view message) {
    put("Ready", false, reason, message);
    put("ContainersReady", false, reason, message);
}

void pod_report::containers_not_ready() {
    std::string names;
    for (const partial_container& c : p.spec.containers) names += (names.empty() ? "" : " ") + c.name.str();
    unready("ContainersNotReady", fmt::format("containers with unready status: [{}]", names));
}

std::string container_id(std::string_view pod_uid, std::string_view container, std::int32_t restart) {
    std::string id;
    std::uint64_t h = 14695981039346656037ULL;
    const auto add = [&](std::string_view s) {
        for (const char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    };
    add(pod_uid);
    add("/");
    add(container);
    add(std::to_string(restart));
    for (int i = 0; i < 4; ++i) {
        add("#");
        id += fmt::format("{:016x}", h);
    }
    return id;
}

}}}  // namespace setpoint::v0::apiserver
