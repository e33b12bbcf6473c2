#include <fmt/format.h>

#include <algorithm>
#include <apiserver/behaviour/kubelet_plan.hpp>
#include <charconv>

namespace setpoint::apiserver {

namespace {

using stage = pod_memory::stage;

constexpr duration first_backoff = std::chrono::seconds(10);
constexpr duration longest_backoff = std::chrono::minutes(5);

struct failure {
    bool crash = false, image_pull = false, never_ready = false;
    std::optional<int> exit;
};
failure failure_of(const pod_view& p) {
    failure f;
    const auto at = p.metadata.annotations.find(fail_annotation);
    if (at == p.metadata.annotations.end()) return f;
    std::string_view s = at->second;
    f.crash = s == "crash";
    f.image_pull = s == "image-pull";
    f.never_ready = s == "never-ready";
    if (s.starts_with("exit=")) {
        s.remove_prefix(5);
        int code = 0;
        const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), code);
        if (ec == std::errc() && end == s.data() + s.size()) f.exit = code & 255;
    }
    return f;
}

duration crash_backoff(std::int32_t restarts) {
    duration d = first_backoff;
    for (std::int32_t i = 1; i < restarts && d < longest_backoff; ++i) d *= 2;
    return std::min(d, longest_backoff);
}

struct work {
    const pod_view& p;
    const pod_surroundings& around;
    failure fails;
    kubelet_plan plan;
    pod_status status;

    timestamp now() const { return timestamp::from(around.wall_now); }
    std::string_view policy() const {
        return p.spec.restart_policy.empty() ? std::string_view("Always") : p.spec.restart_policy.view();
    }
    duration age() const { return around.now - plan.memory.since; }
    void enter(stage s) {
        plan.memory.at = s;
        plan.memory.since = around.now;
    }
    void wait(duration left) { plan.again = std::max(left, duration::zero()); }
    void put(std::string_view type, bool holds, std::string_view reason = {}, std::string_view message = {});
    void containers(container_state state, bool ready, bool started, container_state last = {});
    container_state terminated(int code) const;
    void unready(std::string_view reason, std::string_view message);
    void begin();
    void run();
    void become_ready();
    void end(int code);
    void finish(int code);
    void stop();
    void step();
    bool overdue();
};

void work::put(std::string_view type, bool holds, std::string_view reason, std::string_view message) {
    condition c;
    c.type = type;
    c.status = to_status(holds);
    c.observed_generation = p.metadata.generation;
    c.reason = reason;
    c.message = message;
    set_condition(status.conditions, std::move(c), now());
}

container_state work::terminated(int code) const {
    container_state s;
    s.terminated.emplace();
    s.terminated->exit_code = code;
    s.terminated->reason = code == 0 ? "Completed" : "Error";
    s.terminated->started_at = plan.memory.started;
    s.terminated->finished_at = now();
    return s;
}

void work::containers(container_state state, bool ready, bool started, container_state last) {
    status.container_statuses.clear();
    for (const container_view& c : p.spec.containers) {
        container_status s;
        s.name = c.name;
        s.image = c.image;
        s.ready = ready;
        s.started = started;
        s.restart_count = plan.memory.restarts;
        s.state = state;
        s.last_state = last;
        if (!state.waiting || plan.memory.restarts > 0) {
            s.image_id = fmt::format("{}@sha256:{}", c.image, container_id("", c.image, 0));
            s.container_id = "setpoint://" + container_id(p.metadata.uid, c.name, plan.memory.restarts);
        }
        status.container_statuses.push_back(std::move(s));
    }
    status.init_container_statuses.clear();
    for (const container_view& c : p.spec.init_containers) {
        container_status s;
        s.name = c.name;
        s.image = c.image;
        s.restart_count = 0;
        const bool begun = !state.waiting || plan.memory.restarts > 0;
        s.ready = begun;
        s.started = false;
        if (begun) {
            s.state = terminated(0);
            s.state.terminated->finished_at = plan.memory.started;
        } else {
            s.state.waiting.emplace();
            s.state.waiting->reason = "PodInitializing";
        }
        status.init_container_statuses.push_back(std::move(s));
    }
}

void work::unready(std::string_view reason, std::string_view message) {
    put("Ready", false, reason, message);
    put("ContainersReady", false, reason, message);
}

std::string names_of(const pod_view& p) {
    std::string names;
    for (const container_view& c : p.spec.containers) names += (names.empty() ? "" : " ") + c.name.str();
    return names;
}
std::string unready_message(const pod_view& p) {
    return fmt::format("containers with unready status: [{}]", names_of(p));
}

// The first look: Pending, with containers being created.
void work::begin() {
    enter(stage::starting);
    status.phase = "Pending";
    status.host_ip = around.host_ip;
    if (!status.start_time.is_set()) status.start_time = now();
    status.observed_generation = p.metadata.generation;
    container_state creating;
    creating.waiting.emplace();
    creating.waiting->reason = "ContainerCreating";
    if (fails.image_pull) {
        const std::string image = p.spec.containers.empty() ? "" : p.spec.containers.front().image.str();
        creating.waiting->reason = "ImagePullBackOff";
        creating.waiting->message =
            fmt::format("Back-off pulling image \"{0}\": ErrImagePull: not found", image);
        plan.events.push_back({true, "Failed", fmt::format("Failed to pull image \"{}\": not found", image)});
        plan.events.push_back({true, "Failed", "Error: ErrImagePull"});
    }
    put("PodReadyToStartContainers", fails.image_pull);
    put("Initialized", true);
    unready("ContainersNotReady", unready_message(p));
    put("PodScheduled", true);
    containers(std::move(creating), false, false);
}

void work::run() {
    enter(stage::running);
    plan.memory.started = now();
    status.phase = "Running";
    status.pod_ip = p.spec.host_network.value_or(false) ? around.host_ip : plan.memory.ip;
    put("PodReadyToStartContainers", true);
    container_state running;
    running.running.emplace();
    running.running->started_at = now();
    container_state last;
    if (plan.memory.restarts > 0 && !status.container_statuses.empty()) {
        const container_status& before = status.container_statuses.front();
        last = before.state.terminated ? before.state : before.last_state;
    }
    containers(std::move(running), false, true, std::move(last));
    plan.events.push_back({false, "Started", "Container started"});
    if (around.delays.ready_delay <= duration::zero() && !fails.never_ready && !fails.crash) become_ready();
}

void work::become_ready() {
    for (container_status& s : status.container_statuses) s.ready = true;
    put("ContainersReady", true);
    for (const gate_view& g : p.spec.readiness_gates) {
        if (is_true(status.conditions, g.condition_type)) continue;
        put("Ready", false, "ReadinessGatesNotReady",
            fmt::format("corresponding condition of pod readiness gate \"{}\" does not exist.",
                        g.condition_type));
        return;
    }
    put("Ready", true);
}

void work::finish(int code) {
    enter(stage::ended);
    status.phase = code == 0 ? "Succeeded" : "Failed";
    containers(terminated(code), false, false);
    put("PodReadyToStartContainers", false);
    if (code == 0) put("Initialized", true, "PodCompleted");
    const std::string_view reason = code == 0 ? "PodCompleted" : "PodFailed";
    unready(reason, "");
}

// The containers have ended.
void work::end(int code) {
    if (policy() == "Never" || (policy() == "OnFailure" && code == 0)) {
        finish(code);
        return;
    }
    enter(stage::waiting);
    wait(crash_backoff(plan.memory.restarts + 1));
    const container_state last = terminated(code);
    container_state waiting;
    waiting.waiting.emplace();
    waiting.waiting->reason = "CrashLoopBackOff";
    const auto back_off =
        std::chrono::duration_cast<std::chrono::seconds>(crash_backoff(plan.memory.restarts + 1));
    waiting.waiting->message = fmt::format(
        "back-off {} restarting failed container={} pod={}_{}({})", go_duration(back_off).to_string(),
        p.spec.containers.empty() ? "" : p.spec.containers.front().name.str(), p.metadata.name, p.metadata.ns,
        p.metadata.uid);
    containers(std::move(waiting), false, false, last);
    unready("ContainersNotReady", unready_message(p));
    plan.events.push_back({true, "BackOff",
                           fmt::format("Back-off restarting failed container {} in pod {}_{}({})",
                                       p.spec.containers.empty() ? "" : p.spec.containers.front().name.str(),
                                       p.metadata.name, p.metadata.ns, p.metadata.uid)});
}

bool work::overdue() {
    if (!p.spec.active_deadline_seconds || !status.start_time.is_set() || is_finished(p)) return false;
    const duration left = status.start_time.to_wall_time() +
                          std::chrono::seconds(*p.spec.active_deadline_seconds) - around.wall_now;
    if (left > duration::zero()) {
        plan.again = plan.again ? std::min(*plan.again, left) : left;
        return false;
    }
    finish(137);
    status.reason = "DeadlineExceeded";
    status.message = "Pod was active on the node longer than the specified deadline";
    plan.again.reset();
    return true;
}

void work::step() {
    const bool ends_by_itself = policy() != "Always" || fails.exit;
    switch (plan.memory.at) {
        case stage::none:
            begin();
            [[fallthrough]];
        case stage::starting:
            if (fails.image_pull) return;
            if (age() < around.delays.start_delay) return wait(around.delays.start_delay - age());
            run();
            [[fallthrough]];
        case stage::running:
            if (fails.crash) {
                const duration runs =
                    std::max<duration>(around.delays.ready_delay, std::chrono::milliseconds(1));
                return age() < runs ? wait(runs - age()) : end(1);
            }
            if (!is_true(status.conditions, "ContainersReady") && !fails.never_ready) {
                if (age() < around.delays.ready_delay) return wait(around.delays.ready_delay - age());
                become_ready();
            } else if (!p.spec.readiness_gates.empty() && !fails.never_ready) {
                become_ready();
            }
            if (!ends_by_itself) return;
            return age() < around.delays.job_delay ? wait(around.delays.job_delay - age())
                                                   : end(fails.exit.value_or(0));
        case stage::waiting: {
            const duration back_off = crash_backoff(plan.memory.restarts + 1);
            if (age() < back_off) return wait(back_off - age());
            ++plan.memory.restarts;
            run();
            return wait(std::max<duration>(around.delays.ready_delay, std::chrono::milliseconds(1)));
        }
        case stage::ended:
            return;
    }
}

// Being deleted: it ends by itself after stop_delay, at the latest when its grace is over.
void work::stop() {
    if (!plan.memory.stopping) plan.memory.stopping = around.now;
    const duration grace = std::chrono::seconds(p.metadata.deletion_grace_period_seconds.value_or(0));
    const duration limit = std::min(around.delays.stop_delay, grace);
    const duration passed = around.now - *plan.memory.stopping;
    if (passed < limit) return wait(limit - passed);
    // Who holds it back by a finalizer sees that it has ended.
    if (!p.metadata.finalizers.empty()) {
        if (!is_finished(p)) finish(policy() == "Always" ? 0 : 143);
        if (grace == duration::zero()) return;
    }
    plan.remove = true;
}

// What a new stand-in finds.
pod_memory recall(const pod_view& p, time_point now) {
    pod_memory m;
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

kubelet_plan plan_pod(const pod_view& p, pod_memory memory, const pod_surroundings& around) {
    if (memory.at == stage::none && !p.status.phase.empty() && p.status.start_time.is_set())
        memory = recall(p, around.now);
    if (memory.ip.empty()) memory.ip = p.status.pod_ip.empty() ? around.fresh_ip : p.status.pod_ip.str();
    work w{p, around, failure_of(p), {}, p.status};
    w.plan.memory = std::move(memory);
    if (is_finished(p)) w.plan.memory.at = stage::ended;
    if (is_deleting(p.metadata)) {
        w.stop();
    } else if (!w.overdue()) {
        w.step();
    }
    w.status.observed_generation =
        std::max<std::int64_t>(w.status.observed_generation, p.metadata.generation);
    w.plan.status = std::move(w.status);
    return std::move(w.plan);
}

}  // namespace setpoint::apiserver
