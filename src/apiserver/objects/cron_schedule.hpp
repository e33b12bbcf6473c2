#pragma once
// The syntax of cron schedules: five fields, or a descriptor such as @hourly or "@every 1h30m".

#include <string>
#include <string_view>

namespace setpoint::apiserver::kinds {

// What is wrong with it, in the words of the parser that the real server uses; "" when it is fine.
std::string schedule_error(std::string_view schedule);

}  // namespace setpoint::apiserver::kinds
