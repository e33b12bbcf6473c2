#pragma once
// Exponential back-off with jitter.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/random.hpp"

namespace setpoint::inline v0 {

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
    explicit backoff(backoff_policy policy) : policy_(policy) {}
    duration next(time_point now, random_source& random);
    void reset() { attempts_ = 0; }
    unsigned attempts() const { return attempts_; }

private:
    backoff_policy policy_;
    unsigned attempts_ = 0;
    time_point last_{};
};

// Returns base * factor^attempts, at most cap, without jitter.
duration exponential_delay(const backoff_policy& policy, unsigned attempts);

}  // namespace setpoint::inline v0
