#pragma once
// Metrics of the process, as Prometheus client libraries report them.

#include "setpoint/core/metrics.hpp"

namespace setpoint {

// Updates them from /proc/self; a value that cannot be read stays unchanged.
void refresh_process_metrics(metrics& m);

}  // namespace setpoint
