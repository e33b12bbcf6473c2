#pragma once
// Time zones by name, from the system's tzdata.

#include "setpoint/api/cron_schedule.hpp"
#include "setpoint/core/error.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace setpoint::inline v0 {

// Returns the offsets of a zone of the IANA database ("Europe/Berlin"); "" is UTC. The first use of a zone
// reads its file of a few kilobytes, which then stays in memory, so a newer tzdata needs a restart.
// Errors: bad_data, with the text of Kubernetes: for a name that is not a zone, and for "Local".
result<utc_offset> find_time_zone(std::string_view name);

// Returns local time with its offset, as Go's time.RFC3339: "2026-01-01T02:00:00+02:00"; "...Z" without one.
std::string local_time(std::chrono::sys_seconds t, std::chrono::seconds offset);

}  // namespace setpoint::inline v0
