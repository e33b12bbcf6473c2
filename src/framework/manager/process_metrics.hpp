#pragma once
// What the process uses, as Prometheus client libraries report it.

#include "setpoint/core/metrics.hpp"

namespace setpoint {

// Reads /proc/self; a value that cannot be read stays as it was.
void refresh_process_metrics(metrics& m);

}  // namespace setpoint
