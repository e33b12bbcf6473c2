#pragma once
// The controller of CronJobs.

#include "operators/cron_job/plan.hpp"
#include "setpoint/manager/manager.hpp"

namespace cron_job {

// Plans from the cache and requeues for the exact time of the next run. Before a run starts, the CronJob is
// read from the server and the plan is made again, and the Job's name follows from the time of the run: so a
// stale cache never starts a run twice. A refused Job is reported as a condition and an event and retried
// every 30 s, until its deadline or the next run.
setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::snapshot<cron_job> self);

// Adds the controller to `m`.
void add_cron_job_controller(setpoint::manager& m);

}  // namespace cron_job
