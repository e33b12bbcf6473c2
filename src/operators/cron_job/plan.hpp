#pragma once
// What a CronJob needs now: the run to start, the Jobs to delete, the status, and when to look again. Pure
// functions of the observed state; the rules are those of Kubernetes' own controller
// (k8s.io/kubernetes/pkg/controller/cronjob).

#include "operators/cron_job/run.hpp"
#include "operators/cron_job/timetable.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cron_job {

struct note {  // an event
    setpoint::event_type type;
    std::string_view reason;
    std::string text;
};

struct plan {
    timetable when;
    // The run to start: the last one that is due. Earlier ones that were missed are not made up for.
    std::optional<std::chrono::sys_seconds> start;
    jobs replaced;  // active Jobs to delete before it starts
    // Ended Jobs beyond the history limits, oldest first. Delete them only after a status with
    // last_schedule_time has been written: without the Job and without that time, its run would start again.
    jobs expired;
    jobs active;                                                   // that remain, in key order
    setpoint::timestamp last_schedule_time, last_successful_time;  // without `start`
    std::optional<std::chrono::sys_seconds> next;                  // when to look again
    setpoint::condition_state ready;
    std::optional<setpoint::problem> missed;  // the last run that was due was not started in time
    std::vector<note> notes;                  // to record once the status has been written
    // True if a run starts: plan again from the server's state, since it must not start twice.
    bool must_be_certain() const { return start.has_value(); }
};

// `seen`: the Jobs that `self` controls.
//   - A run is due from its time on, until startingDeadlineSeconds have passed. Only the last one counts.
//   - With Forbid it waits while a Job is active, with Replace the active Jobs are deleted first.
//   - A suspended CronJob starts nothing; when it resumes, the last missed run is due.
//   - Ended Jobs beyond the history limits are deleted, also while it is suspended or invalid.
plan make_plan(const cron_job& self, const jobs& seen, setpoint::wall_time now);

// Returns the entries of status.active that are not among `seen`: deleted, or not yet in the cache.
std::vector<setpoint::kinds::object_reference> unseen(const cron_job& self, const jobs& seen);

// What became of plan::start.
struct started_run {
    setpoint::snapshot<setpoint::kinds::job> job;  // null: it was refused, or there was nothing to start
    std::optional<setpoint::problem> problem;
};
cron_job_status desired_status(const cron_job& self, const plan& p, const started_run& run,
                               setpoint::wall_time now);

}  // namespace cron_job
