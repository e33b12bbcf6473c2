#pragma once
// The Jobs that the runs of a CronJob create. Pure functions.

#include "operators/cron_job/timetable.hpp"
#include "operators/cron_job/types.hpp"
#include "setpoint/api/batch_v1/job.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/workload_state.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cron_job {

using jobs = std::vector<setpoint::snapshot<setpoint::kinds::job>>;

// The time of a run, as RFC 3339 in the time zone of the CronJob (batch.CronJobScheduledTimestampAnnotation).
inline constexpr std::string_view scheduled_time = "batch.kubernetes.io/cronjob-scheduled-timestamp";

// Returns "<name>-<minutes since 1970>", as Kubernetes' own CronJobs name theirs; with a derived name
// (child_name.hpp) if the name is too long for a Job. The run of a time has one name, so it cannot have two
// Jobs at once.
std::string job_name(const cron_job& self, std::chrono::sys_seconds run);
// The template's Job. Includes the controller reference. Precondition: `self` has a UID.
setpoint::kinds::job desired_job(const cron_job& self, std::chrono::sys_seconds run, const timetable& when);

// Returns the time of the run that created the Job; nullopt for any other Job, whatever its annotations.
std::optional<std::chrono::sys_seconds> run_of(const cron_job& self, const setpoint::kinds::job& j);

// Returns the reference that status.active has.
setpoint::kinds::object_reference reference_to(const setpoint::kinds::job& j);

}  // namespace cron_job
