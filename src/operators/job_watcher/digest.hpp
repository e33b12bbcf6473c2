#pragma once
// Turns deletions into events, one for each deletion or one for many, so that every deletion is in an
// event. A JobWatcher sends at most 20 events at once and one more every 6 minutes, which stays below the
// limit of the event recorder (event_recorder.hpp).

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
    // Returns the events to send now, and keeps the other deletions for later.
    std::vector<note> due_notes(setpoint::time_point now);
    // Returns the time of the next event, or nullopt if no deletion is kept.
    std::optional<setpoint::time_point> next() const;

private:
    note together() const;
    void forget();

    std::vector<note> single_;  // the first `burst` of the kept deletions
    std::int64_t completed_ = 0, failed_ = 0;
    setpoint::wall_time first_finish_{}, last_finish_{};
    std::string last_;
    int tokens_ = burst;
    setpoint::time_point refilled_{};
};

// "Deleted completed Job team/pi: finished 2026-01-01T00:00:00Z, 15s before"
std::string event_text(const ended_job& j, setpoint::wall_time deleted);
// The time from the end of the Job to its deletion, rounded down to milliseconds and never negative.
setpoint::duration elapsed(const ended_job& j, setpoint::wall_time deleted);

}  // namespace job_watcher
