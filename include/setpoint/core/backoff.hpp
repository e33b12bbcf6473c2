#pragma once
// Exponential back-off with jitter.
//
// Values only: neither class waits. The caller asks for a delay and sleeps for it, so that a test with
// a virtual clock sees the same delays as production.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/random.hpp"

namespace setpoint { inline namespace v0 {

// The delay after n earlier failures is base * factor^n, at most `cap`, plus jitter. `base` and `cap`
// are not negative, and `factor` is at least 1; a smaller one would make the delays shrink.
struct backoff_policy {
    duration base = std::chrono::milliseconds(800);
    double factor = 2.0;
    duration cap = std::chrono::seconds(30);
    double jitter = 0.0;  // 1.0: adds up to the delay itself; never subtracts
    // After this time without a failure the next delay is `base` again; zero: only reset() does
    // that.
    duration reset_after{0};

    // client-go's reflector between list and watch cycles: 0.8 s doubling to 30 s, +0 to 100 %,
    // reset after 2 minutes without a failure.
    static backoff_policy reflector();
};

// The delays of one caller. It has no timer: callers pass the current time.
class backoff {
public:
    // Has seen no failure yet: the first next() returns `base` and its jitter.
    explicit backoff(backoff_policy policy) : policy_(policy) {}
    // Counts a failure at `now` and returns how long to wait before the next attempt. The jitter is
    // added after the cap, so that the longest delay is cap * (1 + jitter). `now` must not decrease
    // between calls; `random` is drawn from only if the policy has jitter.
    duration next(time_point now, random_source& random);
    // Call it after a success, unless reset_after covers that: the next delay is `base` again.
    void reset() { attempts_ = 0; }
    // Returns the failures since the last reset, as for a log or a metric.
    unsigned attempts() const { return attempts_; }

private:
    backoff_policy policy_;
    unsigned attempts_ = 0;
    time_point last_{};
};

// Returns base * factor^attempts, at most cap, without jitter.
// Does not overflow: any number of attempts is valid.
duration exponential_delay(const backoff_policy& policy, unsigned attempts);

}}  // namespace setpoint::v0
