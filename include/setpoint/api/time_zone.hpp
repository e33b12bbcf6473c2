#pragma once
// Time zones by name, from the system's tzdata.

#include "setpoint/api/cron_schedule.hpp"
#include "setpoint/core/error.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns the offsets of a zone of the IANA database ("Europe/Berlin"); "" is UTC. The first use of a zone
// reads its file of a few kilobytes, which then stays in memory, so a newer tzdata needs a restart.
// Errors: bad_data, with the text of Kubernetes: for a name that is not a zone, and for "Local".
// Names are checked before they reach the file system, since they may come from a user's spec: at most 64
// characters, no dots. Reads a file, so the first use blocks the thread briefly. The function that it
// returns owns the zone and may be copied; it takes logarithmic time and is valid until the process ends.
result<utc_offset> find_time_zone(std::string_view name);

// Returns local time with its offset, as Go's time.RFC3339: "2026-01-01T02:00:00+02:00"; "...Z" without one.
// Precondition: `offset` is a whole number of minutes; seconds of historical offsets are not shown.
std::string local_time(std::chrono::sys_seconds t, std::chrono::seconds offset);

}}  // namespace setpoint::v0
