// JobWatcher: it polls all Jobs, deletes them by name, and writes the times of each pass into its status.

#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "sim/seeds/seed.hpp"

namespace seeds {

namespace {

struct sweep_spec {
    std::int32_t ttl = 0;  // seconds
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&sweep_spec::ttl, "ttl", ""));
    }
};
struct sweep_status {
    std::string last_started, last_finished;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&sweep_status::last_started, "lastStarted", ""),
                      field(&sweep_status::last_finished, "lastFinished", ""));
    }
};
struct sweep : custom_resource<sweep_spec, sweep_status> {
    static constexpr auto kind() {
        return custom_kind("batch.my.github.com", "v1", "JobWatcher", "A sweep.");
    }
};

template <bool Reports>
awaitable<outcome> reconcile_sweep(context& ctx, snapshot<sweep> self) {
    const std::string started = timestamp::from(ctx.wall_now()).to_string();
    const auto jobs = co_await ctx.client().list<job>({});
    if (!jobs) co_return jobs.error();
    for (const snapshot<job>& j : *jobs) {
        if (!j->status.completion_time.is_set()) continue;
        if (ctx.wall_now() - j->status.completion_time.to_wall_time() < std::chrono::seconds(self->spec.ttl))
            continue;
        const auto gone = co_await ctx.client().remove<job>(key_of(*j));
        if (!gone) co_return gone.error();
    }
    if (Reports) {
        const std::string finished = timestamp::from(ctx.wall_now()).to_string();
        const auto written = co_await ctx.client().merge_patch<sweep>(
            key_of(*self), {{"status", {{"lastStarted", started}, {"lastFinished", finished}}}},
            unchanged(*self), "status");
        if (!written) co_return written.error();
    }
    co_return outcome::requeue_after(5s);
}
template <bool Reports>
void add_sweep(manager& m) {
    m.controller<sweep>()
        .uses<job>({verb::list, verb::remove})
        .uses<sweep>({verb::patch}, "status")
        .reconcile(reconcile_sweep<Reports>);
}

void sweep_one(testing::environment& env) {
    sweep s = named<sweep>("cleaner");
    s.spec.ttl = 2;
    env.create(s);
    auto j = named<job>("pi");
    j.spec.pod_template.spec.restart_policy = "Never";
    container& c = j.spec.pod_template.spec.containers.emplace_back();
    c.name = "main";
    c.image = "perl:5";
    env.create(j);
    env.until_gone<job>("pi", 5min);
}

}  // namespace

std::vector<seed> job_watcher_seeds() {
    return {
        {"JobWatcher",
         "it writes its status at each pass, forever",
         {.operators = {add_sweep<true>}, .story = sweep_one},
         {{"comes to rest", "none"}}},
        {"JobWatcher, without its status",
         "it deletes by name, and so a Job that it has never seen",
         {.operators = {add_sweep<false>}, .story = sweep_one},
         {{"deletes what it has read", "P10.before@delete jobs"}}},
    };
}

}  // namespace seeds
