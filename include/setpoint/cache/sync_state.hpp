#pragma once
// The states of an informer.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 {

constexpr std::size_t sync_state_count = 5;
// In the order of a normal start. Only the first list counts for readiness: a collection that was
// complete stays readable, though it may be outdated, while its watch is retried.
enum class sync_state : std::uint8_t {
    starting,  // no request was sent yet
    listing,   // reads the first list, or a new one for a collection that was added
    live,      // the watch is open
    retrying,  // a list or watch failed; see why()
    // An optional kind that the server does not serve, or a best-effort kind whose first list failed; it is
    // retried.
    not_served
};
// Returns "starting", "listing", "live", "retrying" or "not_served", as used in logs and metric
// labels.
std::string_view to_string(sync_state s) noexcept;

}}  // namespace setpoint::v0
