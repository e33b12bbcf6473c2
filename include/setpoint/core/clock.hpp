#pragma once
// The only source of time.
//
// Nothing else in the framework reads a clock, so that a test that passes a virtual_clock controls all
// timers, deadlines, leases and timestamps.

#include <chrono>
#include <cstdint>

namespace setpoint { inline namespace v0 {

// 64 bits: up to 292 years.
using duration = std::chrono::nanoseconds;

// Monotonic time that includes suspend (CLOCK_BOOTTIME), for deadlines, back-off and leases.
// It is a tag for time points: it has no now(), since the time comes from a clock object.
// CLOCK_MONOTONIC stops during suspend; a lease that expired meanwhile would still look held.
struct monotonic {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<monotonic>;
    static constexpr bool is_steady = true;
};
using time_point = monotonic::time_point;
// The deadline of a wait without one. Add to a time point with saturating_add(), which keeps it.
inline constexpr time_point never = time_point::max();

// Time of day, for people and the API.
// It may jump when the machine's clock is corrected: never compute a wait from it.
using wall_time = std::chrono::time_point<std::chrono::system_clock, duration>;

// The interface that components take by reference. Calls must be cheap, since the loop makes several
// for each turn, and must be safe from any thread for a real clock.
class clock {
public:
    virtual ~clock() = default;
    // Never decreases.
    virtual time_point now() const = 0;
    virtual wall_time wall_now() const = 0;
};

// Its now() throws std::system_error if the kernel has no CLOCK_BOOTTIME (Linux before 2.6.39).
class real_clock final : public clock {
public:
    time_point now() const override;
    wall_time wall_now() const override;
};

// A clock that only moves when told to. Starts at `start` (default 2026-01-01T00:00:00Z).
// Not thread-safe. Usually the loop moves it; see loop::run_until().
class virtual_clock final : public clock {
public:
    virtual_clock();
    explicit virtual_clock(wall_time start) : start_(start) {}
    time_point now() const override { return time_point(elapsed_); }
    wall_time wall_now() const override { return start_ + elapsed_; }
    // Precondition: `by` is not negative. Timers that become due meanwhile fire at the loop's next
    // turn, all at the new time.
    void advance(duration by) { elapsed_ += by; }
    void advance_to(time_point t);  // no effect when t is in the past
    // Sets the time of day forward or back, like a correction of a machine's clock; now() is not affected.
    void shift_wall(duration by) { start_ += by; }

private:
    wall_time start_;
    duration elapsed_{0};
};

// Returns t + d without overflow; `never` stays `never`.
constexpr time_point saturating_add(time_point t, duration d) {
    if (t == never || (d > duration::zero() && t > never - d)) return never;
    return t + d;
}

}}  // namespace setpoint::v0
