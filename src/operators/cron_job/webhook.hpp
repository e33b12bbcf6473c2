#pragma once
// The webhooks of CronJobs: the defaulter, the validator and the conversion of v2.

#include "operators/cron_job/types.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/webhook/admission.hpp"

namespace cron_job {

// Sets concurrencyPolicy Allow, suspend false, and the history limits 3 and 1 where they are unset.
void set_defaults(cron_job& c);

// Checks the schedule, the time zone, and that the pods of the Job end (restartPolicy).
void check_spec(const cron_job& c, setpoint::verdict& v);
// Checks a new object's name, which leaves room for the minute in the names of Jobs, and a spec that is new
// or changed: an older object that is invalid can still be labelled and deleted.
void check(const setpoint::admission<cron_job>& a, setpoint::verdict& v);

// Adds them to `m`.
void add_cron_job_webhooks(setpoint::manager& m);

}  // namespace cron_job
