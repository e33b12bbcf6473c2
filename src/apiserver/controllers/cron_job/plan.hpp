#pragma once
// Plans the next step of a CronJob: a pure function of it, its Jobs and the time
// (kubernetes' pkg/controller/cronjob).

#include "apiserver/controllers/cron_job/schedule.hpp"
#include "apiserver/controllers/job/partial_types.hpp"
#include "setpoint/controller/recorder.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

using job_ptr = std::shared_ptr<const partial_job>;

struct cron_seen {
    std::vector<job_ptr> jobs;      // its own
    std::set<std::string> missing;  // UIDs of active Jobs that do not exist
    wall_time now;
};

struct cron_event {
    event_type type = event_type::normal;
    std::string reason, message;
};

struct cron_plan {
    std::vector<job_ptr> remove;  // finished ones, beyond the history limits
    std::vector<cron_event> events;
    std::vector<object_reference> replace;  // active Jobs to delete before the run
    std::optional<std::chrono::sys_seconds> run;
    boost::json::object job;  // of the run
    cron_job_status status;   // without that Job
    std::optional<duration> again;
};
cron_plan plan_cron_job(const partial_cron_job& c, const cron_seen& seen);

// The status with the Job of a run among the active ones.
void add_active(cron_job_status& status, const partial_job& job, std::chrono::sys_seconds run);
bool is_active_job(const cron_job_status& status, std::string_view uid);

}}}  // namespace setpoint::v0::apiserver
