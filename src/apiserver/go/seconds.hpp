#pragma once
// Times plus seconds that clients choose: an int64, of which few fit a duration in nanoseconds.

#include "setpoint/api/time.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 { namespace apiserver {

// time.Duration(n) * time.Second, which wraps.
duration go_seconds(std::int64_t n);
// `from` plus or minus some go_seconds(), rounded down. Beyond the years of Go's times it is cut.
timestamp go_time_after(wall_time from, std::int64_t seconds);
// The same for `plus` seconds less `minus`.
timestamp go_time_after(timestamp from, std::int64_t plus, std::int64_t minus);

// From `now` until `wait` after `since`: not positive when that time has come. Saturates, where Go wraps: a
// limit of more than 292 years never comes.
duration time_left(timestamp since, std::chrono::seconds wait, wall_time now);

}}}  // namespace setpoint::v0::apiserver
