#pragma once
// What an informer is doing.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint {

constexpr std::size_t sync_state_count = 5;
enum class sync_state : std::uint8_t {
    starting,   // has not sent a request yet
    listing,    // reads the objects for the first time, or anew for a view that came late
    live,       // the watch is open
    retrying,   // a list or watch failed; see why()
    not_served  // the server does not have this kind, which is declared optional; tried again
};
// "starting", "listing", "live", "retrying", "not_served": as used in logs and metric labels.
std::string_view to_string(sync_state s) noexcept;

}  // namespace setpoint
