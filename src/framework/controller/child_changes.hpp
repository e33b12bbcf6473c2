#pragma once
// Describes what ensure() changed in a child, in texts of limited length.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/json/compare.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// Hides the values of a Secret's data, since a program may have described them as plain strings.
void hide_secret_data(const kind_info& kind, std::vector<json::difference>& changes);

// For an event: "spec.replicas from 5 to 3; spec.paused set to true; and 2 more".
std::string summary_of(const std::vector<json::difference>& changes);

// Logs a line for each of the first differences, and one for the rest.
void log_changes(const logger& log, const kind_info& kind, std::string_view child,
                 const std::vector<json::difference>& changes);

}}  // namespace setpoint::v0
