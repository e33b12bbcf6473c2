#pragma once
// The lanes of a work queue: the reason why a key is queued, best lane first.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The order is that of urgency: someone waits for the effect of a change, while thousands of initial
// keys after a start must not delay it. A key has one lane at a time, the best that it was added with.
enum class lane : std::uint8_t {
    fresh,   // something has just changed
    retry,   // the last run failed and is retried
    timer,   // the last run asked for another one at a given time
    initial  // from the first list, or from a list after a gap: not urgent
};
// For arrays that the lane's number indexes.
inline constexpr std::size_t lane_count = 4;

// Returns "fresh", "retry", "timer" or "initial", as used in logs and metric labels.
// The text is a literal.
std::string_view to_string(lane in) noexcept;

}}  // namespace setpoint::v0
