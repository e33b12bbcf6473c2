#pragma once
// Metrics of the process, as Prometheus client libraries report them.

#include "setpoint/core/metrics.hpp"

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 {

// Updates them from /proc/self; a value that cannot be read stays unchanged.
void refresh_process_metrics(metrics& m);

// Returns the limit, in bytes, of the control group whose files are in this folder, of version 2 or 1.
std::optional<double> memory_limit(const std::string& cgroups);

}}  // namespace setpoint::v0
