#pragma once
// The times of a JobWatcher's passes and its status, as pure functions of the observed state.

#include "operators/job_watcher/digest.hpp"
#include "operators/job_watcher/job_schedule.hpp"

#include <optional>

namespace job_watcher {

// The controller's state of a JobWatcher: the deletions since its status was written.
struct progress {
    setpoint::interned_string uid;  // differs if the JobWatcher was re-created
    std::int64_t completed = 0, failed = 0, last_pass = 0, waiting = 0;
    std::optional<setpoint::wall_time> start, end;  // of the last pass
    std::optional<deleted_job> last;
    std::optional<setpoint::problem> problem;  // of a Job that could not be deleted
    digest events;
};

// Merges `p` with the status of `self`, so that counts continue after a restart and never decrease.
void restore(progress& p, const job_watcher& self);

// Records a deletion.
void count(progress& p, const ended_job& j, setpoint::wall_time deleted);

// Returns the earliest time of the next pass. A last pass in the future counts as ended now.
setpoint::wall_time earliest_pass(const job_watcher& self, const progress& p, setpoint::wall_time now);
// Returns the time of the next pass, given the time when the first Job is due; nullopt if no Job is
// waiting.
std::optional<setpoint::wall_time> next_pass(const job_watcher& self, const progress& p,
                                             std::optional<setpoint::wall_time> first_due,
                                             setpoint::wall_time now);

// Returns the pause before a Job that could not be deleted is tried again.
setpoint::duration pause_of(const job_watcher& self);

// Returns the status to report. Unchanged conditions keep their transition times.
job_watcher_status desired_status(const job_watcher& self, const rules& in_force, const progress& p,
                                  setpoint::wall_time now);

}  // namespace job_watcher
