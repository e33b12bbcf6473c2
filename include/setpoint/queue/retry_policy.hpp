#pragma once
// How long a key that fails again and again waits before it is tried again.

#include "setpoint/core/clock.hpp"

namespace setpoint {

// controller-runtime's defaults.
struct retry_policy {
    duration base = std::chrono::milliseconds(5);
    duration cap = std::chrono::seconds(1000);

    // base, doubled with every failure after the first, at most cap. failures > 0.
    duration delay(unsigned failures) const;
};

}  // namespace setpoint
