#pragma once
// When a CronJob's runs are due (kubernetes' pkg/controller/cronjob/utils.go). Pure functions.

#include "apiserver/controllers/cron_job/partial_types.hpp"
#include "setpoint/api/cron_schedule.hpp"
#include "setpoint/core/clock.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct cron_times {
    cron_schedule schedule;
    utc_offset zone;
};
// Also of older objects, which may have their zone in front of the schedule: "TZ=UTC ...".
// Errors: bad_data, with the message of robfig/cron.
result<cron_times> times_of(const partial_cron_job& c);

enum class missed_runs : std::uint8_t { none, few, many };
struct due_run {
    std::chrono::sys_seconds earliest;             // runs before are not considered
    std::optional<std::chrono::sys_seconds> last;  // the latest that is due; empty: none
    missed_runs missed = missed_runs::none;
};
// `limited`: runs older than startingDeadlineSeconds are not considered.
// Errors: invalid for a schedule without a next run.
result<due_run> find_due_run(const partial_cron_job& c, const cron_times& times, wall_time now, bool limited);
// The time until the next run, at most a year; empty: there is none.
std::optional<duration> until_next_run(const partial_cron_job& c, const cron_times& times, wall_time now);

// "web-29453820": the minute of the run.
std::string job_name(const partial_cron_job& c, std::chrono::sys_seconds run);
// The Job of a run.
boost::json::object make_job(const partial_cron_job& c, const cron_times& times,
                             std::chrono::sys_seconds run);

}}}  // namespace setpoint::v0::apiserver
