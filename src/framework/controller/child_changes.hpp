#pragma once
// Shows what ensure() changed of a child, in bounded texts.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/json/compare.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

// Replaces the values of a Secret's data, which a program may have described as plain strings.
void hide_secret_data(const kind_info& kind, std::vector<json::difference>& changes);

// For an event: "spec.replicas from 5 to 3; spec.paused set to true; and 2 more".
std::string summary_of(const std::vector<json::difference>& changes);

// A line for each of the first differences, and one for the rest.
void log_changes(const logger& log, const kind_info& kind, std::string_view child,
                 const std::vector<json::difference>& changes);

}  // namespace setpoint
