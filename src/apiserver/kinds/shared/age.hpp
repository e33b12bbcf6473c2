#pragma once
// Ages and durations in tables.

#include "setpoint/core/clock.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// "5s", "2m30s", "3h", "12d": ages as kubectl prints them.
std::string human_duration(duration d);
// The age since an RFC 3339 time; "<unknown>" if it is empty or invalid.
std::string age_text(std::string_view since, wall_time now);

}}}  // namespace setpoint::v0::apiserver
