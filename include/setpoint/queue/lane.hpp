#pragma once
// The lanes of a work queue: why a key is in it, best first.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint {

enum class lane : std::uint8_t {
    fresh,   // something has just changed
    retry,   // the last run failed
    timer,   // the last run asked for another one at a given time
    initial  // part of a first list, or of a list after a gap: nobody waits for it
};
inline constexpr std::size_t lane_count = 4;

// "fresh", "retry", "timer", "initial": as used in logs and metric labels.
std::string_view to_string(lane in) noexcept;

}  // namespace setpoint
