#pragma once
// When a JobWatcher makes its passes, and what its status says: pure functions of what was observed.

#include "operators/job_watcher/digest.hpp"
#include "operators/job_watcher/job_schedule.hpp"

#include <optional>

namespace job_watcher {

// What a controller remembers of a JobWatcher beside its status: what was done since that was written.
struct progress {
    setpoint::interned_string uid;  // another one: another JobWatcher of the same name
    std::int64_t completed = 0, failed = 0, last_pass = 0, waiting = 0;
    std::optional<setpoint::wall_time> start, end;  // of the last pass
    std::optional<deleted_job> last;
    std::optional<setpoint::problem> problem;  // of the last pass
    digest events;
};

// Brings what is remembered together with what the status says, so that counts go on after a restart and
// never go back.
void recall(progress& p, const job_watcher& self);

// Enters a deletion.
void count(progress& p, const ended_job& j, setpoint::wall_time deleted);

// When the next pass may begin at the earliest. A last pass in the future ended now.
setpoint::wall_time earliest_pass(const job_watcher& self, const progress& p, setpoint::wall_time now);
// When the next pass begins, given when the first Job is due. Nothing: no Job is waiting.
std::optional<setpoint::wall_time> next_pass(const job_watcher& self, const progress& p,
                                             std::optional<setpoint::wall_time> first_due,
                                             setpoint::wall_time now);

// How long a Job that could not be deleted is left alone.
setpoint::duration pause_of(const job_watcher& self);

// The status to report; conditions keep their transition times when they have not changed.
job_watcher_status desired_status(const job_watcher& self, const rules& says, const progress& p,
                                  setpoint::wall_time now);

}  // namespace job_watcher
