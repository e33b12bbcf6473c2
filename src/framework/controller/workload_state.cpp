#include "setpoint/controller/workload_state.hpp"

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1/job.hpp"
#include "setpoint/api/core_v1/pod.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

bool has_succeeded(const batch_v1::job& j) {
    return is_true(j.status.conditions, "Complete");
}
bool has_failed(const batch_v1::job& j) {
    return is_true(j.status.conditions, "Failed");
}
bool has_ended(const batch_v1::job& j) {
    return has_succeeded(j) || has_failed(j);
}

std::optional<timestamp> ended_at(const batch_v1::job& j) {
    for (const condition& c : j.status.conditions)
        if ((c.type == "Complete" || c.type == "Failed") && c.status == condition_status::true_)
            return c.last_transition_time;
    return std::nullopt;
}

bool is_ready(const core_v1::pod& p) noexcept {
    return is_true(p.status.conditions, "Ready");
}
bool has_succeeded(const core_v1::pod& p) {
    return p.status.phase == "Succeeded";
}
bool has_failed(const core_v1::pod& p) {
    return p.status.phase == "Failed";
}
bool has_ended(const core_v1::pod& p) {
    return has_succeeded(p) || has_failed(p);
}

bool is_rolled_out(const apps_v1::deployment& d, std::optional<std::int32_t> replicas) {
    const std::int32_t wanted = replicas.value_or(d.spec.replicas.value_or(1));
    return d.status.observed_generation >= d.metadata.generation &&
           d.status.updated_replicas.value_or(0) == wanted && d.status.replicas.value_or(0) == wanted &&
           d.status.available_replicas.value_or(0) == wanted;
}

// k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go, which looks at ready pods; available ones are
// ready for minReadySeconds.
bool is_rolled_out(const apps_v1::stateful_set& s, std::optional<std::int32_t> replicas) {
    const std::int32_t wanted = replicas.value_or(s.spec.replicas.value_or(1));
    const auto& strategy = s.spec.update_strategy;
    const bool observed = s.status.observed_generation >= s.metadata.generation;
    const bool available =
        s.status.replicas.value_or(0) == wanted && s.status.available_replicas.value_or(0) == wanted;
    if (!observed || !available || strategy.type == "OnDelete") return observed && available;
    const std::int32_t partition =
        strategy.rolling_update ? strategy.rolling_update->partition.value_or(0) : 0;
    if (partition <= 0) return s.status.current_revision == s.status.update_revision;
    return s.status.updated_replicas.value_or(0) >= std::max(wanted - partition, 0);
}

bool is_rolled_out(const apps_v1::daemon_set& d) {
    const std::int32_t wanted = d.status.desired_number_scheduled.value_or(0);
    return d.status.observed_generation >= d.metadata.generation &&
           d.status.number_available.value_or(0) >= wanted &&
           (d.spec.update_strategy.type == "OnDelete" ||
            d.status.updated_number_scheduled.value_or(0) >= wanted);
}

}}  // namespace setpoint::v0
