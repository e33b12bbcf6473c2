#pragma once
// Syntax of cron schedules: five fields, or a descriptor such as @hourly or "@every 1h30m".

#include <string>
#include <string_view>

namespace setpoint::apiserver {

// Returns the error of robfig/cron, the parser of kube-apiserver; "" if valid.
std::string schedule_error(std::string_view schedule);

}  // namespace setpoint::apiserver
