#pragma once
// Exponential back-off with jitter.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/random.hpp"

namespace setpoint {

struct backoff_policy {
    duration base = std::chrono::milliseconds(800);
    double factor = 2.0;
    duration cap = std::chrono::seconds(30);
    double jitter = 0.0;  // 1.0: up to twice the delay; always added, never taken away
    // Quiet time after which the next delay is `base` again; zero: only reset() does that.
    duration reset_after{0};

    // How client-go's reflector waits between list and watch cycles: 0.8 s doubling to 30 s, +0 to 100 %,
    // reset after 2 minutes without a failure.
    static backoff_policy reflector();
};

// The delays of one caller. No timer in it: the caller says when it asks.
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

// base * factor^attempts, at most cap; no jitter.
duration exponential_delay(const backoff_policy& policy, unsigned attempts);

}  // namespace setpoint
