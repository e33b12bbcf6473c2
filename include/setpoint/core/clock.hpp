#pragma once
// The only source of time.

#include <chrono>
#include <cstdint>

namespace setpoint::inline v0 {

using duration = std::chrono::nanoseconds;

// Monotonic time that includes suspend (CLOCK_BOOTTIME), for deadlines, back-off and leases.
struct monotonic {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<monotonic>;
    static constexpr bool is_steady = true;
};
using time_point = monotonic::time_point;
inline constexpr time_point never = time_point::max();

// Time of day, for people and the API.
using wall_time = std::chrono::time_point<std::chrono::system_clock, duration>;

class clock {
public:
    virtual ~clock() = default;
    virtual time_point now() const = 0;
    virtual wall_time wall_now() const = 0;
};

class real_clock final : public clock {
public:
    time_point now() const override;
    wall_time wall_now() const override;
};

// A clock that only moves when told to. Starts at `start` (default 2026-01-01T00:00:00Z).
class virtual_clock final : public clock {
public:
    virtual_clock();
    explicit virtual_clock(wall_time start) : start_(start) {}
    time_point now() const override { return time_point(elapsed_); }
    wall_time wall_now() const override { return start_ + elapsed_; }
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

}  // namespace setpoint::inline v0
