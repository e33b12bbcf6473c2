#pragma once
// The CronJob operator in a cluster of its own, in this process and under virtual time.

#include "made_up.hpp"
#include "operators/cron_job/reconciler.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/testing/environment.hpp"

#include <algorithm>

namespace cron_job_test {

inline testing::environment_options seeded(std::uint64_t seed) {
    testing::environment_options o;
    o.seed = seed;
    o.rbac = true;
    return o;
}
inline manager_options named_as_the_program() {
    manager_options o = testing::environment::default_options();
    o.name = "cronjob-operator";
    return o;
}
inline object_key key(std::string name) {
    return {"default", std::move(name)};
}

// make() for the API.
inline cj fresh(std::string name, std::string schedule) {
    cj c = make(std::move(name), std::move(schedule));
    c.metadata.uid = {};
    c.metadata.creation_timestamp = {};
    return c;
}
// Its Jobs find no node, and fail after `seconds`.
inline cj lasting(std::string name, std::string schedule, std::int64_t seconds) {
    cj c = fresh(std::move(name), std::move(schedule));
    job_spec& of_job = c.spec.job_template.spec;
    of_job.backoff_limit = 0;
    of_job.active_deadline_seconds = seconds;
    of_job.pod_template.spec.node_selector["there-is"] = "none";
    return c;
}
inline std::string reason_of(const cj& c, std::string_view type) {
    const condition* found = find_condition(c.status.conditions, type);
    return found ? found->reason.str() : "";
}

// The cluster's time begins at 2026-01-01T00:00:00Z.
struct operator_world : testing::environment {
    explicit operator_world(std::uint64_t seed = 1)
        : environment(seeded(seed)),
          m((install<cj>(), start(::cron_job::add_cron_job_controller, named_as_the_program()))) {}

    awaitable<void> sleep_until(std::string_view time) {
        co_await event_loop().sleep(wall_time(at(time)) - event_loop().wall_now());
    }
    awaitable<std::vector<snapshot<job>>> all_jobs() {
        list_options here;
        here.ns = "default";
        auto list = co_await client().list<job>(here);
        co_return std::move(list).value();
    }
    // Names of the Jobs, in order.
    awaitable<std::string> names() {
        std::string text;
        for (const auto& j : co_await all_jobs()) text += (text.empty() ? "" : " ") + j->metadata.name.str();
        co_return text;
    }
    awaitable<snapshot<cj>> live(std::string name) {
        auto found = co_await client().get<cj>(key(std::move(name)));
        co_return std::move(found).value();
    }
    awaitable<void> change(std::string name, boost::json::object spec) {
        (co_await client().merge_patch<cj>(key(std::move(name)), {{"spec", std::move(spec)}})).value();
    }
    // The notes of events of this reason.
    awaitable<std::vector<std::string>> told(std::string reason) {
        std::vector<std::string> notes;
        const auto all = (co_await client().list<events_v1::event>()).value();
        for (const auto& e : all)
            if (e->reason == reason) notes.push_back(e->note.str());
        co_return notes;
    }
    // Jobs that were created by anyone.
    std::size_t creations() { return requests().count(verb::create, "jobs"); }

    manager& m;
};

}  // namespace cron_job_test
