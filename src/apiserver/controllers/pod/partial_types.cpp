#include "apiserver/controllers/pod/partial_types.hpp"

#include "apiserver/go/seconds.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

timestamp ready_since(const partial_pod& p) {
    const condition* c = find_condition(p.status.conditions, "Ready");
    return c && c->status == condition_status::true_ ? c->last_transition_time : timestamp();
}

bool is_available(const partial_pod& p, std::int32_t min_ready_seconds, wall_time now) {
    if (!is_ready(p)) return false;
    if (min_ready_seconds <= 0) return true;
    const timestamp since = ready_since(p);
    return since.is_set() &&
           time_left(since, std::chrono::seconds(min_ready_seconds), now) <= duration::zero();
}

std::int32_t restarts(const partial_pod& p) {
    std::int32_t most = 0;
    for (const container_status& s : p.status.container_statuses)
        most = std::max(most, s.restart_count.value_or(0));
    return most;
}

}}}  // namespace setpoint::v0::apiserver
