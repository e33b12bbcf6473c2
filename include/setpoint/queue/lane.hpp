#pragma once
// The lanes of a work queue: the reason why a key is queued, best lane first.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint::inline v0 {

enum class lane : std::uint8_t {
    fresh,   // something has just changed
    retry,   // the last run failed and is retried
    timer,   // the last run asked for another one at a given time
    initial  // from the first list, or from a list after a gap: not urgent
};
inline constexpr std::size_t lane_count = 4;

// Returns "fresh", "retry", "timer" or "initial", as used in logs and metric labels.
std::string_view to_string(lane in) noexcept;

}  // namespace setpoint::inline v0
