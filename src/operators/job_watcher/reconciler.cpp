#include "operators/job_watcher/reconciler.hpp"

#include "setpoint/client/refusal.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace job_watcher {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr std::size_t slice = 256;  // Jobs distributed in one turn of the loop

problem problem_of(const ended_job& j, const error& e) {
    return {e.code == errc::forbidden ? "Forbidden" : "DeletionFailed",
            fmt::format("Job {}/{} could not be deleted: {}", j.job->metadata.ns, j.job->metadata.name,
                        brief(e))};
}

void log_deletion(context& ctx, const ended_job& j, wall_time deleted) {
    ctx.log().info("Deleted terminated job",
                   {{"job", fmt::format("{}/{}", j.job->metadata.ns, j.job->metadata.name)},
                    {"uid", j.job->metadata.uid.view()},
                    {"result", to_string(j.how)},
                    {"finished", timestamp::from(j.finished).to_string()},
                    {"elapsed", go_duration(elapsed(j, deleted)).to_string()}});
}

}  // namespace

job_watcher_metrics::job_watcher_metrics(metric_registry& r, std::shared_ptr<const job_schedule> b)
    : deleted(r.counter("jobwatcher_jobs_deleted_total",
                        "Jobs deleted, by how they ended: Completed, Failed.", {"result"})),
      refused(r.counter("jobwatcher_deletion_failures_total",
                        "Deletions that the API server refused or did not answer; each is retried.",
                        {"reason"})) {
    // Created at the start, so that an alert on an increase includes the first deletion.
    for (const ending how : {ending::completed, ending::failed}) deleted.with(to_string(how));
    r.gauge("jobwatcher_ended_jobs", "Jobs that have ended and are not being deleted.",
            [b = std::move(b)] { return static_cast<double>(b->ended()); });
}

awaitable<outcome> job_watcher_reconciler::reconcile(context& ctx, object_key key) {
    auto self = co_await ctx.client().get<job_watcher>(key);
    if (!self) {
        if (self.error().code != errc::not_found) co_return self.error();
        memory_.erase(key);
        co_return outcome::done();
    }
    co_await distribute(ctx);
    if (is_deleting((*self)->metadata) || !schedule_->rules_for(key)) co_return outcome::done();
    memory& kept = memory_[key];
    if (!kept) kept = std::make_shared<progress>();
    const memory p = kept;
    restore(*p, **self);
    if ((*self)->status.observed_generation != (*self)->metadata.generation)
        p->waiting = static_cast<std::int64_t>(schedule_->waiting(key));

    const wall_time now = ctx.wall_now();
    const auto first = next_pass(**self, *p, schedule_->next(key), now);
    if (first && *first <= now) {
        auto made = co_await pass(ctx, **self, p);
        if (!made) co_return made.error();
        co_await distribute(ctx);
    }
    // Somebody else, or a pass that did not report, has deleted what could not be deleted.
    if (!schedule_->is_behind(key, now)) p->problem.reset();
    record(ctx, **self, *p);
    auto reported = co_await report(ctx, **self, p);
    if (!reported) co_return reported.error();

    co_await distribute(ctx);
    const auto next = next_pass(**self, *p, schedule_->next(key), ctx.wall_now());
    const auto event = p->events.next();
    if (!next && !event) co_return outcome::done();
    duration wait = duration::max();
    if (next) wait = *next - ctx.wall_now();
    if (event) wait = std::min(wait, *event - ctx.now());
    co_return outcome::requeue_after(std::max(wait, duration::zero()));
}

awaitable<void> job_watcher_reconciler::distribute(context& ctx) {
    while (schedule_->distribute(slice)) co_await ctx.event_loop().yield();
}

awaitable<result<>> job_watcher_reconciler::pass(context& ctx, const job_watcher& self, memory p) {
    const object_key key = key_of(self);
    const wall_time start = ctx.wall_now();
    p->last_pass = 0;
    std::optional<setpoint::problem> problem;
    refusals so_far;
    std::optional<ended_job> due;
    for (std::size_t skipped = 0; !so_far.end_the_pass();) {
        co_await distribute(ctx);  // watchers may have changed since the last deletion
        due = schedule_->first_due(key, start, due ? &*due : nullptr);
        if (!due) break;
        if (!so_far.skips(due->job->metadata.ns)) {
            const auto tried = co_await try_delete(ctx, self, p, *due, so_far, problem);
            if (!tried) co_return tried.error();
        } else if (++skipped % slice == 0) {
            co_await ctx.event_loop().yield();
        }
    }
    p->start = start;
    p->end = ctx.wall_now();
    p->waiting = static_cast<std::int64_t>(schedule_->waiting(key));
    if (!problem) co_return result<>();
    if (!p->problem || p->problem->reason != problem->reason)
        ctx.event(self, event_type::warning, problem->reason, problem->message);
    p->problem = std::move(problem);
    co_return result<>();
}

awaitable<result<>> job_watcher_reconciler::try_delete(context& ctx, const job_watcher& self, memory p,
                                                       ended_job j, refusals& so_far,
                                                       std::optional<setpoint::problem>& problem) {
    const auto deleted = co_await delete_job(ctx, j);
    const wall_time now = ctx.wall_now();
    if (deleted) {
        so_far.succeeded(j.job->metadata.ns);
        if (!schedule_->close(j) || !*deleted) co_return result<>();
        count(*p, j, now);
        metrics_.deleted.with(to_string(j.how)).increment();
        log_deletion(ctx, j, now);
        co_return result<>();
    }
    if (deleted.error().code == errc::not_leader) co_return deleted.error();
    schedule_->postpone(j, now + pause_of(self));
    if (deleted.error().code == errc::conflict)
        co_return result<>();  // it was replaced; the watch will deliver that
    so_far.refused(j.job->metadata.ns, deleted.error().code);
    metrics_.refused.with(to_string(deleted.error().code)).increment();
    problem = problem_of(j, deleted.error());
    ctx.log().warn("A Job could not be deleted",
                   {{"job", key_of(*j.job).to_string()}, {"error", deleted.error().to_string()}});
    co_return result<>();
}

awaitable<result<bool>> job_watcher_reconciler::delete_job(context& ctx, ended_job j) {
    delete_options options;
    options.uid = j.job->metadata.uid.str();  // never a new Job of that name
    options.how = propagation::background;    // deletes its pods too
    const auto answer = co_await ctx.client().remove<job_end>(key_of(*j.job), std::move(options));
    if (answer) co_return true;
    if (answer.error().code == errc::not_found) co_return false;
    if (answer.error().code == errc::unknown_outcome) co_return co_await find_outcome(ctx, std::move(j));
    co_return answer.error();
}

// Called after the response to a deletion was lost. The client then reads from the server.
awaitable<result<bool>> job_watcher_reconciler::find_outcome(context& ctx, ended_job j) {
    const auto live = co_await ctx.client().get<job_end>(key_of(*j.job));
    if (!live) {
        if (live.error().code == errc::not_found) co_return true;
        co_return live.error();
    }
    if ((*live)->metadata.uid != j.job->metadata.uid || (*live)->metadata.deletion_timestamp.is_set())
        co_return true;
    co_return error(errc::server_error, "the response to the deletion was lost, and the Job still exists");
}

void job_watcher_reconciler::record(context& ctx, const job_watcher& self, progress& p) {
    for (note& n : p.events.due_notes(ctx.now()))
        ctx.event(self, event_type::normal, n.reason, std::move(n.text));
}

awaitable<result<>> job_watcher_reconciler::report(context& ctx, const job_watcher& self, memory p) {
    const rules* const in_force = schedule_->rules_for(key_of(self));
    if (!in_force) co_return result<>();  // deleted meanwhile
    co_return co_await ctx.report(self, desired_status(self, *in_force, *p, ctx.wall_now()),
                                  {in_force->wrong});
}

void add_job_watcher_controller(manager& m) {
    const auto schedule = std::make_shared<job_schedule>();
    // Subscribers get each change before the controller, whose mappers need the updated schedule.
    m.cache().subscribe<job_watcher>([schedule](const change<job_watcher>& c) {
        const job_watcher *before = c.before(), *after = c.after();
        if (!after)
            schedule->remove_watcher(key_of(*before));
        else if (!before || before->metadata.generation != after->metadata.generation ||
                 before->metadata.uid != after->metadata.uid)
            schedule->set_watcher(key_of(*after), rules_of(*after));
    });
    m.cache().subscribe<job_end>([schedule, &time = m.event_loop()](const change<job_end>& c) {
        if (c.deleted())
            schedule->remove_job(c.object());
        else
            schedule->set_job(c.shared(), time.wall_now());
    });
    m.controller<job_watcher>()
        .when(predicates::generation_changed())
        // A change of one JobWatcher may move Jobs from or to all others.
        .watches<job_watcher>([schedule](const job_watcher&) { return schedule->watchers(); },
                              {predicates::generation_changed()})
        .watches<job_end>([schedule](const job_end& j) {
            const auto owner = schedule->owner_of(j);
            return owner ? std::vector<object_key>{*owner} : std::vector<object_key>{};
        })
        .uses<job>({verb::remove})
        .reconcile_keys(job_watcher_reconciler(schedule, {m.metrics(), schedule}));
}

}  // namespace job_watcher
