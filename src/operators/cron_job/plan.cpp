#include "operators/cron_job/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cron_job {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

using std::chrono::sys_seconds;

constexpr int many_missed = 100;  // as in Kubernetes

std::string text_of(sys_seconds t) {
    return timestamp(t).to_string();
}

const object_reference* find(const std::vector<object_reference>& in, const job& j) {
    const auto found = std::ranges::find(in, j.metadata.uid, &object_reference::uid);
    return found == in.end() ? nullptr : &*found;
}

void look_at_jobs(const cron_job& self, const jobs& seen, sys_seconds now, plan& p) {
    p.last_schedule_time = self.status.last_schedule_time;
    p.last_successful_time = self.status.last_successful_time;
    for (const auto& j : seen) {
        // The status may be older than the Job: this process may have ended in between.
        if (const auto run = run_of(self, *j); run && *run <= now)
            p.last_schedule_time = std::max(p.last_schedule_time, timestamp(*run));
        if (has_succeeded(*j))
            p.last_successful_time = std::max(p.last_successful_time, j->status.completion_time);
        if (!has_ended(*j))
            p.active.push_back(j);
        else if (find(self.status.active, *j))
            p.notes.push_back({event_type::normal, "SawCompletedJob",
                               fmt::format("Saw completed job: {}, condition: {}", j->metadata.name,
                                           has_succeeded(*j) ? "Complete" : "Failed")});
    }
    for (const object_reference& gone : unseen(self, seen))
        p.notes.push_back(
            {event_type::normal, "MissingJob", fmt::format("Active job went missing: {}", gone.name)});
}

void expire(const jobs& seen, bool successful, std::int32_t limit, plan& p) {
    jobs ended;
    for (const auto& j : seen)
        if (has_ended(*j) && has_succeeded(*j) == successful && !is_deleting(j->metadata)) ended.push_back(j);
    const auto order = [](const snapshot<job>& j) {
        return std::pair(j->status.start_time ? j->status.start_time : j->metadata.creation_timestamp,
                         j->metadata.name.view());
    };
    std::ranges::sort(ended, {}, order);
    const std::size_t kept = static_cast<std::size_t>(std::max(limit, 0));
    if (ended.size() > kept)
        p.expired.insert(p.expired.end(), ended.begin(), ended.end() - static_cast<std::ptrdiff_t>(kept));
}

// Returns whether more runs were due after `from` than anybody would have meant.
bool missed_many(const timetable& when, sys_seconds from, sys_seconds now) {
    auto run = std::optional(from);
    for (int missed = 0; missed <= many_missed; ++missed) {
        run = when.next(*run);
        if (!run || *run > now) return false;
    }
    return true;
}

// Sets what is due, without regard to active Jobs.
void look_at_schedule(const cron_job& self, sys_seconds now, plan& p) {
    const sys_seconds since =
        (p.last_schedule_time ? p.last_schedule_time : self.metadata.creation_timestamp).value();
    p.next = p.when.next(now);
    const auto due = p.when.last(since, now);
    if (!due) return;
    sys_seconds counted_from = since;
    if (const auto& limit = self.spec.starting_deadline_seconds) {
        const sys_seconds earliest = now - std::chrono::seconds(*limit);
        if (*due < earliest) {
            p.missed = problem{"MissSchedule", fmt::format("The run of {} did not start within {} s.",
                                                           text_of(*due), *limit)};
            return;
        }
        counted_from = std::max(since, earliest);
    }
    if (missed_many(p.when, counted_from, now))
        p.notes.push_back({event_type::warning, "TooManyMissedTimes",
                           fmt::format("Too many runs were missed; only that of {} starts. Set or decrease "
                                       "spec.startingDeadlineSeconds, or check the clocks.",
                                       text_of(*due))});
    p.start = due;
}

void look_at_active(const cron_job& self, plan& p) {
    if (!p.start || p.active.empty()) return;
    switch (self.spec.concurrency.value_or(concurrency_policy::allow)) {
        case concurrency_policy::allow:
            break;
        case concurrency_policy::forbid: {
            std::string why =
                fmt::format("The run of {} waits for Job {} to end, since concurrencyPolicy is Forbid.",
                            text_of(*p.start), p.active.front()->metadata.name);
            const condition* const reported = find_condition(self.status.conditions, "Ready");
            if (!reported || reported->message != why)
                p.notes.push_back({event_type::normal, "JobAlreadyActive", why});
            else
                std::erase_if(p.notes, [](const note& n) { return n.reason == "TooManyMissedTimes"; });
            p.ready = condition_true("JobAlreadyActive", std::move(why));
            p.start.reset();
            break;
        }
        case concurrency_policy::replace:
            p.replaced = std::exchange(p.active, {});
            break;
    }
}

}  // namespace

std::vector<object_reference> unseen(const cron_job& self, const jobs& seen) {
    std::vector<object_reference> missing;
    for (const object_reference& r : self.status.active)
        if (std::ranges::none_of(seen, [&](const auto& j) { return j->metadata.uid == r.uid; }))
            missing.push_back(r);
    return missing;
}

plan make_plan(const cron_job& self, const jobs& seen, wall_time wall_now) {
    const auto now = std::chrono::floor<std::chrono::seconds>(wall_now);
    plan p;
    p.when = timetable_of(self.spec);
    look_at_jobs(self, seen, now, p);
    expire(seen, true, self.spec.successful_jobs_history_limit.value_or(default_successful_limit), p);
    expire(seen, false, self.spec.failed_jobs_history_limit.value_or(default_failed_limit), p);
    if (p.when.wrong) {
        p.ready = condition_false(p.when.wrong->reason, p.when.wrong->message);
    } else if (self.spec.suspend.value_or(false)) {
        p.ready = condition_false("Suspended", "spec.suspend is true: no run starts.");
    } else {
        p.ready = condition_true("Scheduled");
        look_at_schedule(self, now, p);
        look_at_active(self, p);
    }
    return p;
}

cron_job_status desired_status(const cron_job& self, const plan& p, const started_run& run, wall_time now) {
    cron_job_status s;
    s.observed_generation = self.metadata.generation;
    s.last_schedule_time = p.last_schedule_time;
    s.last_successful_time = p.last_successful_time;
    for (const auto& j : p.active) s.active.push_back(reference_to(*j));
    if (run.job) {
        s.last_schedule_time = std::max(s.last_schedule_time, timestamp(*p.start));
        if (!has_ended(*run.job)) s.active.push_back(reference_to(*run.job));
    }
    conditions(self, s, now)
        .set("Ready", p.ready)
        .set("Degraded", explain(first_problem(run.problem, p.missed)));
    return s;
}

}  // namespace cron_job
