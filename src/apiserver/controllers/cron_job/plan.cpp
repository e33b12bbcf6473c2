#include "apiserver/controllers/cron_job/plan.hpp"

#include "apiserver/controllers/job/plan.hpp"
#include "apiserver/go/seconds.hpp"
#include "setpoint/api/reference.hpp"
#include "setpoint/api/time_zone.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

bool has_condition(const partial_job& j, std::string_view type) {
    const workload_condition* c = find_condition(j.status.conditions, type);
    return c && c->status == condition_status::true_;
}

void forget_active(cron_job_status& status, std::string_view uid) {
    std::erase_if(status.active, [&](const object_reference& r) { return r.uid == uid; });
}

bool started_earlier(const job_ptr& a, const job_ptr& b) {
    const timestamp &x = a->status.start_time, &y = b->status.start_time;
    if (x.is_set() != y.is_set()) return x.is_set();
    return x != y ? x < y : a->metadata.name < b->metadata.name;
}

struct cron_work {
    const partial_cron_job& c;
    const cron_seen& seen;
    cron_plan plan{};

    void record(event_type type, std::string reason, std::string message) {
        plan.events.push_back({type, std::move(reason), std::move(message)});
    }
    void warn(std::string reason, std::string message) {
        record(event_type::warning, std::move(reason), std::move(message));
    }
    void clean_up(std::string_view ended, std::optional<std::int32_t> limit);
    void update_active();
    std::optional<cron_times> times();
    void schedule();
    void start(const cron_times& when, std::chrono::sys_seconds run);
};

void cron_work::clean_up(std::string_view ended, std::optional<std::int32_t> limit) {
    if (!limit) return;
    std::vector<job_ptr> jobs;
    for (const job_ptr& j : seen.jobs)
        if (has_condition(*j, ended)) jobs.push_back(j);
    std::sort(jobs.begin(), jobs.end(), started_earlier);
    const auto kept = static_cast<std::size_t>(std::max(*limit, 0));
    for (std::size_t i = 0; i + kept < jobs.size(); ++i) {
        forget_active(plan.status, jobs[i]->metadata.uid);
        if (!is_deleting(jobs[i]->metadata)) plan.remove.push_back(jobs[i]);
    }
}

void cron_work::update_active() {
    for (const job_ptr& j : seen.jobs) {
        const bool known = is_active_job(plan.status, j->metadata.uid);
        const bool complete = has_condition(*j, "Complete"), failed = has_condition(*j, "Failed");
        if (!complete && !failed) {
            if (!known)
                warn("UnexpectedJob",
                     fmt::format("Saw a job that the controller did not create or forgot: {}",
                                 j->metadata.name));
            continue;
        }
        if (known) {
            forget_active(plan.status, j->metadata.uid);
            record(event_type::normal, "SawCompletedJob",
                   fmt::format("Saw completed job: {}, condition: {}", j->metadata.name,
                               complete ? "Complete" : "Failed"));
        }
        if (complete && j->status.completion_time > plan.status.last_successful_time)
            plan.status.last_successful_time = j->status.completion_time;
    }
    for (const std::string& uid : seen.missing) {
        const auto at = std::find_if(plan.status.active.begin(), plan.status.active.end(),
                                     [&](const object_reference& r) { return r.uid == uid; });
        if (at == plan.status.active.end()) continue;
        record(event_type::normal, "MissingJob", fmt::format("Active job went missing: {}", at->name));
        plan.status.active.erase(at);
    }
}

// Empty if no run may start; events have the reason.
std::optional<cron_times> cron_work::times() {
    if (c.spec.time_zone) {
        if (const auto zone = find_time_zone(*c.spec.time_zone); !zone) {
            warn("UnknownTimeZone",
                 fmt::format("invalid timeZone: \"{}\": {}", c.spec.time_zone->view(), zone.error().message));
            return std::nullopt;
        }
    }
    if (c.spec.suspend.value_or(false)) return std::nullopt;
    if (c.spec.schedule.find("TZ") != std::string_view::npos)
        warn("UnsupportedSchedule",
             fmt::format(
                 "CRON_TZ or TZ used in schedule \"{}\" is not officially supported, see "
                 "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
                 c.spec.schedule));
    auto parsed = times_of(c);
    if (parsed) return std::move(*parsed);
    warn("UnparseableSchedule",
         fmt::format("unparseable schedule: \"{}\" : {}", c.spec.schedule, parsed.error().message));
    return std::nullopt;
}

void cron_work::schedule() {
    const auto when = times();
    if (!when) return;
    const auto due = find_due_run(c, *when, seen.now, true);
    if (!due) {
        warn("InvalidSchedule",
             fmt::format("invalid schedule: {} : {}", c.spec.schedule, due.error().message));
        return;
    }
    plan.again = until_next_run(c, *when, seen.now);
    if (!due->last) return;
    if (due->missed == missed_runs::many)
        warn(
            "TooManyMissedTimes",
            "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
    start(*when, *due->last);
}

void cron_work::start(const cron_times& when, std::chrono::sys_seconds run) {
    if (c.spec.starting_deadline_seconds &&
        time_left(timestamp(run), std::chrono::seconds(*c.spec.starting_deadline_seconds), seen.now) <
            duration::zero()) {
        warn("MissSchedule",
             fmt::format("Missed scheduled time to start a job: {:%a, %d %b %Y %H:%M:%S} +0000",
                         fmt::gmtime(std::chrono::system_clock::to_time_t(run))));
        return;
    }
    const std::string name = job_name(c, run);
    const auto& active = plan.status.active;
    if (std::any_of(active.begin(), active.end(), [&](const auto& r) { return r.name == name; })) return;
    if (c.status.last_schedule_time == timestamp(run)) return;
    if (c.spec.concurrency_policy == "Forbid" && !active.empty()) {
        record(event_type::normal, "JobAlreadyActive",
               "Not starting job because prior execution is running and concurrency policy is Forbid");
        return;
    }
    if (c.spec.concurrency_policy == "Replace") plan.replace = std::exchange(plan.status.active, {});
    plan.run = run;
    plan.job = make_job(c, when, run);
}

}  // namespace

bool is_active_job(const cron_job_status& status, std::string_view uid) {
    return std::any_of(status.active.begin(), status.active.end(),
                       [&](const object_reference& r) { return r.uid == uid; });
}

void add_active(cron_job_status& status, const partial_job& job, std::chrono::sys_seconds run) {
    object_reference r = make_reference(kind_of<partial_job>().gvk, job.metadata);
    r.resource_version = job.metadata.resource_version;
    status.active.push_back(std::move(r));
    status.last_schedule_time = timestamp(run);
}

cron_plan plan_cron_job(const partial_cron_job& c, const cron_seen& seen) {
    cron_work w{c, seen};
    w.plan.status = c.status;
    w.clean_up("Complete", c.spec.successful_jobs_history_limit);
    w.clean_up("Failed", c.spec.failed_jobs_history_limit);
    w.update_active();
    if (!is_deleting(c.metadata)) w.schedule();
    return std::move(w.plan);
}

}}}  // namespace setpoint::v0::apiserver
