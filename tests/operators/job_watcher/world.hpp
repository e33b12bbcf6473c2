#pragma once
// The JobWatcher operator in a cluster of its own, in this process and under virtual time.

#include "operators/job_watcher/reconciler.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/controller/workload_state.hpp"
#include "setpoint/testing/environment.hpp"
#include "support/job_status.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace job_watcher_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using jw = ::job_watcher::job_watcher;
using ::job_watcher::ending;

inline manager_options named_as_the_program() {
    manager_options o = testing::environment::default_options();
    o.name = "jobwatcher-operator";
    return o;
}
inline testing::environment_options seeded(std::uint64_t seed) {
    testing::environment_options o;
    o.seed = seed;
    o.rbac = true;
    o.api.event_ttl = std::chrono::hours(1000);  // hours later, tests count what was told
    return o;
}

inline object_key key(std::string name, std::string ns = "default") {
    return {std::move(ns), std::move(name)};
}
// Watches all Jobs of its own namespace.
inline jw make(std::string name, std::optional<go_duration> completed, std::optional<go_duration> failed = {},
               go_duration delay = 1s) {
    jw w;
    w.metadata.name = name;
    w.metadata.ns = "default";
    w.spec.completed_ttl = completed;
    w.spec.failed_ttl = failed;
    w.spec.delay = delay;
    return w;
}
// A Job whose one pod runs for a second, or fails then.
inline job runs(std::string name, bool fails = false, std::string ns = "default") {
    job j;
    j.metadata.name = name;
    j.metadata.ns = ns;
    j.spec.backoff_limit = 0;
    j.spec.pod_template.spec.restart_policy = "Never";
    if (fails) j.spec.pod_template.metadata.annotations["setpoint.dev/fail"] = "exit=1";
    container c;
    c.name = "main";
    c.image = "busybox:1";
    j.spec.pod_template.spec.containers.push_back(std::move(c));
    return j;
}

struct operator_world : testing::environment {
    explicit operator_world(std::uint64_t seed = 1)
        : environment(seeded(seed)),
          m((install<jw>(), start(::job_watcher::add_job_watcher_controller, named_as_the_program()))) {}

    wall_time now() { return event_loop().wall_now(); }

    // Makes a Job without pods that ended at `when`, as its status says.
    awaitable<snapshot<job>> ended(std::string name, ending how, wall_time when, std::string ns = "default") {
        job j = runs(name, false, ns);
        j.spec.suspend = true;
        auto made = (co_await client().create(j)).value();
        // Else the Job controller writes its own conditions over ours.
        co_await async_until<job>(key(name, ns), "suspended", [](const job& seen) {
            return std::any_of(seen.status.conditions.begin(), seen.status.conditions.end(),
                               [](const auto& c) { return c.type == "Suspended"; });
        });
        co_await end(key(name, ns), how, when);
        co_return made;
    }
    awaitable<void> end(object_key k, ending how, wall_time when) {
        const std::string at = timestamp::from(when).to_string();
        (co_await client().merge_patch<job>(
             k, {{"status", ended_job_status(how == ending::completed ? "Complete" : "Failed", at)}}, {},
             "status"))
            .value();
    }
    awaitable<bool> there(object_key k) {
        const auto live = co_await client().get<job>(std::move(k));
        co_return live.has_value();
    }
    awaitable<jw> watcher(std::string name) {
        const auto live = (co_await client().get<jw>(key(std::move(name)))).value();
        co_return *live;
    }
    awaitable<jw> until_deleted(std::string name, std::int64_t completed, std::int64_t failed) {
        const auto live = co_await async_until<jw>(
            key(name), "its counts",
            [=](const jw& w) {
                return w.status.counts.completed == completed && w.status.counts.failed == failed;
            },
            1h);
        co_return *live;
    }
    awaitable<void> create_namespace(std::string name) {
        core_v1::namespace_ n;
        n.metadata.name = name;
        (co_await client().create(n)).value();
    }
    std::size_t deletions() { return requests().count(verb::remove, "jobs"); }
    // Log lines that hold all of `words`.
    int logged(std::initializer_list<std::string_view> words) const {
        std::istringstream lines(log());
        int found = 0;
        for (std::string line; std::getline(lines, line);)
            found += std::all_of(words.begin(), words.end(),
                                 [&](std::string_view w) { return line.find(w) != std::string::npos; });
        return found;
    }
    // The notes of events of this reason.
    awaitable<std::vector<std::string>> told(std::string reason) {
        std::vector<std::string> notes;
        const auto all = (co_await client().list<events_v1::event>()).value();
        for (const auto& e : all)
            if (e->reason == reason) notes.push_back(e->note.str());
        co_return notes;
    }

    manager& m;
};

}  // namespace job_watcher_test
