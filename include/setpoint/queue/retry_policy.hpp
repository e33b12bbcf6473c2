#pragma once
// How long a failing key waits before the next attempt.

#include "setpoint/core/clock.hpp"

namespace setpoint { inline namespace v0 {

// The defaults are controller-runtime's: those of client-go's DefaultTypedControllerRateLimiter,
// without its overall limit of 10 keys per second. There is no jitter.
struct retry_policy {
    duration base = std::chrono::milliseconds(5);
    duration cap = std::chrono::seconds(1000);

    // Returns base, doubled for every failure after the first, at most cap. Precondition: failures
    // > 0.
    // Does not overflow for any number of failures.
    duration delay(unsigned failures) const;
};

}}  // namespace setpoint::v0
