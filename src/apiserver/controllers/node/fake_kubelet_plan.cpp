#include "apiserver/controllers/node/fake_kubelet_plan.hpp"

#include "apiserver/controllers/node/host_ports.hpp"
#include "apiserver/controllers/node/pod_report.hpp"
#include "apiserver/go/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

using stage = pod_memory::stage;

struct pod_work {
    const partial_pod& p;
    const pod_surroundings& around;
    pod_memory& memory;
    pod_failure fails;
    pod_report report;
    kubelet_plan plan{};

    std::string_view policy() const {
        return p.spec.restart_policy.empty() ? std::string_view("Always") : p.spec.restart_policy.view();
    }
    duration age() const { return around.now - memory.since; }
    void enter(stage s) {
        memory.at = s;
        memory.since = around.now;
    }
    void wait(duration left) { plan.again = std::max(left, duration::zero()); }
    void record(const partial_container& c, bool warning, std::string reason, std::string message,
                std::string_view list = "containers") {
        plan.events.push_back(
            {warning, std::move(reason), std::move(message), fmt::format("spec.{}{{{}}}", list, c.name)});
    }
    void reject(std::string_view predicate, std::string_view why);
    void begin();
    void run();
    void record_start(const partial_container& c, std::string_view list);
    void record_start();
    void start_ephemeral();
    void become_ready();
    bool is_down();
    void become_unready();
    void end(int code);
    void finish(int code);
    void stop();
    void step();
    bool overdue();
};

// As rejectPod of the kubelet: only the phase and why.
void pod_work::reject(std::string_view predicate, std::string_view why) {
    enter(stage::ended);
    const std::string message = fmt::format("Predicate {} failed: {}", predicate, why);
    report.status.phase = "Failed";
    report.status.reason = predicate;
    report.status.message = "Pod was rejected: " + message;
    if (!report.status.start_time.is_set()) report.status.start_time = report.now;
    plan.events.push_back({true, std::string(predicate), message, {}});
}

// A new pod: Pending, its containers are being created.
void pod_work::begin() {
    enter(stage::starting);
    report.status.phase = "Pending";
    report.status.host_ip = around.host_ip;
    if (!report.status.start_time.is_set()) report.status.start_time = report.now;
    report.status.observed_generation = p.metadata.generation;
    container_state creating;
    creating.waiting.emplace();
    creating.waiting->reason = "ContainerCreating";
    if (fails.image_pull) {
        const partial_container none;
        const partial_container& c = p.spec.containers.empty() ? none : p.spec.containers.front();
        creating.waiting->reason = "ImagePullBackOff";
        creating.waiting->message =
            fmt::format("Back-off pulling image \"{0}\": ErrImagePull: not found", c.image);
        record(c, false, "Pulling", fmt::format("Pulling image \"{}\"", c.image));
        record(c, true, "Failed", fmt::format("Failed to pull image \"{}\": not found", c.image));
        record(c, true, "Failed", "Error: ErrImagePull");
        record(c, false, "BackOff", fmt::format("Back-off pulling image \"{}\"", c.image));
        record(c, true, "Failed", "Error: ImagePullBackOff");
    }
    report.put("PodReadyToStartContainers", fails.image_pull);
    report.put("Initialized", true);
    report.containers_not_ready();
    report.put("PodScheduled", true);
    report.containers(creating, false, false);
}

void pod_work::run() {
    enter(stage::running);
    memory.started = report.now;
    report.status.phase = "Running";
    report.status.pod_ip = p.spec.host_network.value_or(false) ? around.host_ip : memory.ip;
    report.put("PodReadyToStartContainers", true);
    container_state running;
    running.running.emplace();
    running.running->started_at = report.now;
    container_state last;
    if (memory.restarts > 0 && !report.status.container_statuses.empty()) {
        const container_status& before = report.status.container_statuses.front();
        last = before.state.terminated ? before.state : before.last_state;
    }
    report.containers(running, false, true, last);
    record_start();
    if (around.delays.ready_delay <= duration::zero() && !fails.never_ready && !fails.crash) become_ready();
}

void pod_work::record_start(const partial_container& c, std::string_view list) {
    record(c, false, "Pulled", fmt::format("Container image \"{}\" already present on machine", c.image),
           list);
    record(c, false, "Created", "Container created", list);
    record(c, false, "Started", "Container started", list);
}

void pod_work::record_start() {
    if (memory.restarts == 0)
        for (const partial_container& c : p.spec.init_containers) record_start(c, "initContainers");
    for (const partial_container& c : p.spec.containers) record_start(c, "containers");
}

// They are added while the pod runs, and are never restarted.
void pod_work::start_ephemeral() {
    if (memory.at != stage::running && memory.at != stage::waiting) return;
    const auto& reported = report.status.ephemeral_container_statuses;
    for (const partial_container& c : p.spec.ephemeral_containers) {
        if (std::any_of(reported.begin(), reported.end(), [&](const auto& s) { return s.name == c.name; }))
            continue;
        report.start_ephemeral(c);
        record_start(c, "ephemeralContainers");
    }
}

void pod_work::become_ready() {
    for (container_status& s : report.status.container_statuses) s.ready = true;
    report.put("ContainersReady", true);
    for (const partial_gate& g : p.spec.readiness_gates) {
        if (is_true(report.status.conditions, g.condition_type)) continue;
        report.put("Ready", false, "ReadinessGatesNotReady",
                   fmt::format("corresponding condition of pod readiness gate \"{}\" does not exist.",
                               g.condition_type));
        return;
    }
    report.put("Ready", true);
}

// Whether it flaps and is not ready now.
bool pod_work::is_down() {
    const duration since_ready = age() - around.delays.ready_delay;
    if (!fails.flap || since_ready < duration::zero()) return false;
    const auto passed = since_ready / *fails.flap;
    wait((passed + 1) * *fails.flap - since_ready);
    if (passed % 2 == 0) return false;
    become_unready();
    return true;
}

void pod_work::become_unready() {
    if (!is_true(report.status.conditions, "ContainersReady")) return;
    for (container_status& s : report.status.container_statuses) s.ready = false;
    report.containers_not_ready();
}

void pod_work::finish(int code) {
    enter(stage::ended);
    report.status.phase = code == 0 ? "Succeeded" : "Failed";
    report.containers(report.terminated(code), false, false);
    report.end_ephemeral();
    report.put("PodReadyToStartContainers", false);
    if (code == 0) report.put("Initialized", true, "PodCompleted");
    const std::string_view reason = code == 0 ? "PodCompleted" : "PodFailed";
    report.unready(reason, "");
}

// The containers have terminated.
void pod_work::end(int code) {
    if (policy() == "Never" || (policy() == "OnFailure" && code == 0)) {
        finish(code);
        return;
    }
    enter(stage::waiting);
    wait(crash_backoff(memory.restarts + 1));
    const container_state last = report.terminated(code);
    container_state waiting;
    waiting.waiting.emplace();
    waiting.waiting->reason = "CrashLoopBackOff";
    const auto back_off =
        std::chrono::duration_cast<std::chrono::seconds>(crash_backoff(memory.restarts + 1));
    waiting.waiting->message = fmt::format(
        "back-off {} restarting failed container={} pod={}_{}({})", go_duration(back_off).to_string(),
        p.spec.containers.empty() ? "" : p.spec.containers.front().name.str(), p.metadata.name, p.metadata.ns,
        p.metadata.uid);
    report.containers(waiting, false, false, last);
    report.containers_not_ready();
    for (const partial_container& c : p.spec.containers)
        record(c, true, "BackOff",
               fmt::format("Back-off restarting failed container {} in pod {}_{}({})", c.name,
                           p.metadata.name, p.metadata.ns, p.metadata.uid));
}

bool pod_work::overdue() {
    if (!p.spec.active_deadline_seconds || !report.status.start_time.is_set() || is_finished(p)) return false;
    const duration left = time_left(report.status.start_time,
                                    std::chrono::seconds(*p.spec.active_deadline_seconds), around.wall_now);
    if (left > duration::zero()) {
        plan.again = plan.again ? std::min(*plan.again, left) : left;
        return false;
    }
    finish(killed_exit_code);
    report.status.reason = "DeadlineExceeded";
    report.status.message = "Pod was active on the node longer than the specified deadline";
    plan.again.reset();
    return true;
}

void pod_work::step() {
    const bool ends_by_itself = policy() != "Always" || fails.exit;
    switch (memory.at) {
        case stage::none:
            if (around.ports_taken) return reject("NodePorts", no_free_ports);
            begin();
            [[fallthrough]];
        case stage::starting:
            if (fails.image_pull) return;
            if (const duration needed = around.delays.start_delay + fails.slow.value_or(duration::zero());
                age() < needed)
                return wait(needed - age());
            run();
            [[fallthrough]];
        case stage::running:
            if (fails.crash) {
                const duration runs =
                    std::max<duration>(around.delays.ready_delay, std::chrono::milliseconds(1));
                return age() < runs ? wait(runs - age()) : end(1);
            }
            if (is_down()) return;
            if (fails.unready) become_unready();
            if (!is_true(report.status.conditions, "ContainersReady") && !fails.never_ready) {
                if (age() < around.delays.ready_delay) return wait(around.delays.ready_delay - age());
                become_ready();
            } else if (!p.spec.readiness_gates.empty() && !fails.never_ready) {
                become_ready();
            }
            if (!ends_by_itself) return;
            return age() < around.delays.job_delay ? wait(around.delays.job_delay - age())
                                                   : end(fails.exit.value_or(0));
        case stage::waiting: {
            const duration back_off = crash_backoff(memory.restarts + 1);
            if (age() < back_off) return wait(back_off - age());
            ++memory.restarts;
            run();
            return wait(std::max<duration>(around.delays.ready_delay, std::chrono::milliseconds(1)));
        }
        case stage::ended:
            return;
    }
}

// A pod being deleted stops after stop_delay, at the latest at the end of its grace period.
void pod_work::stop() {
    if (!memory.stopping) {
        memory.stopping = around.now;
        if (memory.at == stage::running)
            for (const partial_container& c : p.spec.containers)
                record(c, false, "Killing", fmt::format("Stopping container {}", c.name));
    }
    constexpr std::int64_t longest_grace = 1'000'000'000;
    const duration grace = std::chrono::seconds(
        std::clamp<std::int64_t>(p.metadata.deletion_grace_period_seconds.value_or(0), 0, longest_grace));
    const duration limit = std::min(around.delays.stop_delay, grace);
    const duration passed = around.now - *memory.stopping;
    if (passed < limit) return wait(limit - passed);
    // Holders of a finalizer observe that it has finished.
    if (!p.metadata.finalizers.empty()) {
        if (!is_finished(p)) finish(policy() == "Always" ? 0 : 143);
        if (grace == duration::zero()) return;
    }
    plan.remove = true;
}

// The state that a restarted fake kubelet finds.
pod_memory restore_memory(const partial_pod& p, time_point now) {
    pod_memory m;
    m.at = stage::starting;
    m.since = now;
    m.ip = p.status.pod_ip.str();
    m.restarts = restarts(p);
    if (p.status.phase == "Running") m.at = stage::running;
    for (const container_status& s : p.status.container_statuses) {
        if (s.state.running) m.started = s.state.running->started_at;
        if (s.state.waiting && s.state.waiting->reason == "CrashLoopBackOff") m.at = stage::waiting;
    }
    return m;
}

}  // namespace

kubelet_plan plan_pod(const partial_pod& p, pod_memory memory, const pod_surroundings& around) {
    if (memory.at == stage::none && !p.status.phase.empty() && p.status.start_time.is_set())
        memory = restore_memory(p, around.now);
    if (memory.ip.empty()) memory.ip = p.status.pod_ip.empty() ? around.fresh_ip : p.status.pod_ip.str();
    if (is_finished(p)) memory.at = stage::ended;
    pod_work w{p, around, memory, failure_of(p), {p, memory, timestamp::from(around.wall_now), p.status}};
    if (is_deleting(p.metadata)) {
        w.stop();
    } else if (!w.overdue()) {
        w.step();
        w.start_ephemeral();
    }
    pod_status& status = w.report.status;
    status.observed_generation = std::max<std::int64_t>(status.observed_generation, p.metadata.generation);
    w.plan.status = std::move(status);
    w.plan.memory = std::move(memory);
    return std::move(w.plan);
}

}}}  // namespace setpoint::v0::apiserver
