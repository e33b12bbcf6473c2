#include "operators/cron_job/reconciler.hpp"

#include "setpoint/controller/certain_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cron_job {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// No watch reports that a quota has room again, or that a name is free.
const duration retry_refused = controller_options().retry_refused;

// The cached Jobs, and those of status.active that are not in the cache but exist.
awaitable<result<jobs>> read_jobs(context& ctx, const cron_job& self) {
    auto seen = co_await ctx.children<job>(self);
    if (!seen) co_return seen.error();
    for (const object_reference& r : unseen(self, *seen)) {
        auto live = co_await ctx.live().get<job>({self.metadata.ns.str(), r.name.str()});
        if (live && (*live)->metadata.uid == r.uid && is_controlled_by((*live)->metadata, self.metadata.uid))
            seen->push_back(std::move(*live));
        else if (!live && live.error().code != errc::not_found)
            co_return live.error();
    }
    co_return std::move(*seen);
}

// Before a run starts, the last run that started and the spec must be those of the server: the Job of a run
// that has already started may be gone.
awaitable<result<plan>> plan_run(context& ctx, const cron_job& self, const plan*) {
    const auto seen = co_await read_jobs(ctx, self);
    if (!seen) co_return seen.error();
    co_return make_plan(self, *seen, ctx.wall_now());
}

awaitable<result<>> delete_job(context& ctx, const cron_job& self, snapshot<job> j) {
    if (is_deleting(j->metadata)) co_return result<>();
    delete_options options;
    options.uid = j->metadata.uid.str();
    const auto removed = co_await ctx.client().remove<job>(key_of(*j), std::move(options));
    if (!removed && removed.error().code == errc::not_found) co_return result<>();
    if (!removed) co_return removed.error().within(fmt::format("deleting Job {}", j->metadata.name));
    ctx.log().info("Deleted job", {{"job", j->metadata.name.view()}});
    ctx.event(self, event_type::normal, "SuccessfulDelete", fmt::format("Deleted job {}", j->metadata.name));
    co_return result<>();
}

awaitable<result<>> delete_jobs(context& ctx, const cron_job& self, const jobs& these) {
    for (const auto& j : these) {
        const auto removed = co_await delete_job(ctx, self, j);
        if (!removed) co_return removed.error();
    }
    co_return result<>();
}

// The name of the run's Job is taken: by the run itself, whose status was not written, or by another object.
awaitable<result<started_run>> find_started(context& ctx, const cron_job& self, std::string name) {
    auto live = co_await ctx.live().get<job>({self.metadata.ns.str(), name});
    if (!live) co_return live.error();
    if (is_controlled_by((*live)->metadata, self.metadata.uid)) co_return started_run{std::move(*live), {}};
    co_return started_run{
        nullptr,
        problem{"NameTaken", fmt::format("Job \"{}\" exists and does not belong to this CronJob.", name)}};
}

awaitable<result<started_run>> start(context& ctx, const cron_job& self, const plan& p) {
    if (!p.start) co_return started_run{};
    const job desired = desired_job(self, *p.start, p.when);
    write_options options;
    options.field_manager = ctx.field_manager();
    auto created = co_await ctx.client().create(desired, std::move(options));
    if (!created && created.error().code == errc::already_exists)
        co_return co_await find_started(ctx, self, desired.metadata.name.str());
    const std::string what = fmt::format("creating Job \"{}\"", desired.metadata.name);
    if (!created) {
        if (auto refused = explain(what, created.error())) co_return started_run{nullptr, std::move(refused)};
        co_return created.error().within(what);
    }
    ctx.log().info("Created job", {{"job", desired.metadata.name.view()},
                                   {"scheduled", timestamp(*p.start).to_string()},
                                   {"late", go_duration(ctx.wall_now() - wall_time(*p.start)).to_string()}});
    ctx.event(self, event_type::normal, "SuccessfulCreate",
              fmt::format("Created job {}", desired.metadata.name));
    co_return started_run{std::move(*created), {}};
}

}  // namespace

awaitable<outcome> reconcile(context& ctx, snapshot<cron_job> cached) {
    const auto now = co_await certain_plan(ctx, std::move(cached), plan_run);
    if (!now) co_return now.error();
    if (!now->self) co_return outcome::done();
    const cron_job& self = *now->self;
    const plan& p = now->next;
    if (p.start && is_deleting(self.metadata)) co_return outcome::done();
    const auto replaced = co_await delete_jobs(ctx, self, p.replaced);
    if (!replaced) co_return replaced.error();
    const auto run = co_await start(ctx, self, p);
    if (!run) co_return run.error();
    const auto reported = co_await ctx.report(self, desired_status(self, p, *run, ctx.wall_now()),
                                              {p.when.wrong, run->problem, p.missed});
    if (!reported) co_return reported.error();
    for (const note& n : p.notes) ctx.event(self, n.type, n.reason, n.text);
    const auto expired = co_await delete_jobs(ctx, self, p.expired);
    if (!expired) co_return expired.error();
    if (!p.next && !run->problem) co_return outcome::done();
    duration wait = run->problem ? retry_refused : duration::max();
    if (p.next) wait = std::min(wait, std::max(wall_time(*p.next) - ctx.wall_now(), duration::zero()));
    co_return outcome::requeue_after(wait);
}

void add_cron_job_controller(manager& m) {
    m.controller<cron_job>().owns<job>().uses<job>({verb::remove}).reconcile(reconcile);
}

}  // namespace cron_job
