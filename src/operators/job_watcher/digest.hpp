#pragma once
// Which deletions get an event of their own, and which are told of together: every deletion is in an event,
// and a JobWatcher begins at most 20 events at once and one more every 6 minutes, which is less than an event
// recorder drops (event_recorder.hpp).

#include "operators/job_watcher/job_schedule.hpp"
#include "setpoint/core/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace job_watcher {

struct note {
    std::string reason, text;
};

class digest {
public:
    static constexpr int burst = 20;
    static constexpr setpoint::duration refill = std::chrono::minutes(6);

    void add(const ended_job& j, setpoint::wall_time deleted);
    // What to tell now. What may not be told yet is kept for later.
    std::vector<note> take(setpoint::time_point now);
    // When there is something to tell; nothing while nothing is kept.
    std::optional<setpoint::time_point> next() const;

private:
    note together() const;
    void forget();

    std::vector<note> single_;  // of the first `burst` of those that are kept
    std::int64_t completed_ = 0, failed_ = 0;
    setpoint::wall_time first_finish_{}, last_finish_{};
    std::string last_;
    int tokens_ = burst;
    setpoint::time_point refilled_{};
};

// "Deleted completed Job team/pi: finished 2026-01-01T00:00:00Z, 15s before"
std::string told(const ended_job& j, setpoint::wall_time deleted);
// From the end of the Job to its deletion, in milliseconds.
setpoint::duration elapsed(const ended_job& j, setpoint::wall_time deleted);

}  // namespace job_watcher
