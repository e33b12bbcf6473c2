#pragma once
// What an informer is doing.

#include <cstdint>
#include <string_view>

namespace setpoint {

enum class sync_state : std::uint8_t {
    starting,  // has not sent a request yet
    listing,   // reads the objects for the first time, or anew for a view that came late
    live,      // the watch is open
    retrying   // a list or watch failed; see why()
};
// "starting", "listing", "live", "retrying": as used in logs and metric labels.
std::string_view to_string(sync_state s) noexcept;

}  // namespace setpoint
