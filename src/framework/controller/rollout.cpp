#include "setpoint/controller/rollout.hpp"

#include "setpoint/controller/workload_state.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

std::optional<problem> failure_of(const apps_v1::deployment& d) {
    const std::pair<const char*, condition_status> bad[] = {{"ReplicaFailure", condition_status::true_},
                                                            {"Progressing", condition_status::false_}};
    for (const auto& [type, status] : bad) {
        const condition* c = find_condition(d.status.conditions, type);
        if (c && c->status == status) return problem{c->reason.str(), c->message.str()};
    }
    return std::nullopt;
}

}  // namespace

rollout_state rollout(const apps_v1::deployment& d, std::optional<std::int32_t> replicas) {
    const std::int32_t wanted = replicas.value_or(d.spec.replicas.value_or(1));
    const auto pods = [&](std::int32_t some, const char* are) {
        return fmt::format("{} of {} pods are {}.", some, wanted, are);
    };
    const std::int32_t updated = d.status.updated_replicas.value_or(0);
    const std::string ready = pods(d.status.ready_replicas.value_or(0), "ready");
    rollout_state s;
    if (wanted == 0)
        s.available = condition_false("ScaledToZero", "spec.replicas is 0.");
    else if (is_true(d.status.conditions, "Available"))
        s.available = condition_true("MinimumReplicasAvailable", ready);
    else
        s.available = condition_false("MinimumReplicasUnavailable", ready);
    s.progressing = is_rolled_out(d, wanted) ? condition_false("RolledOut", "All pods are as they should be.")
                                             : condition_true("RollingOut", pods(updated, "up to date"));
    s.failure = failure_of(d);
    return s;
}

rollout_state rollout(const apps_v1::deployment* d, std::optional<problem> why,
                      std::optional<std::int32_t> replicas) {
    rollout_state s;
    if (d) {
        s = rollout(*d, replicas);
    } else {
        s.available = condition_false("NoDeployment", "There is no Deployment yet.");
        s.progressing = condition_true("Creating", "The Deployment is being created.");
    }
    if (why) {
        s.progressing = condition_false(why->reason, "Waiting until the problem is solved.");
        s.failure = std::move(why);
    }
    return s;
}

}}  // namespace setpoint::v0
