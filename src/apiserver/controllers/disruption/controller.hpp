#pragma once
// Maintains the status of PodDisruptionBudgets, which evictions check.

#include "apiserver/controllers/disruption/budget_plan.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class disruption_controller {
public:
    // `live`: bypasses the cache. `graph`: resolves other kinds of controllers; if null, they are
    // unknown. All arguments must outlive it.
    disruption_controller(client& api, client& live, const object_graph* graph, event_log& events)
        : api_(api), live_(live), graph_(graph), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<std::int32_t>> scale_of_all(std::vector<pod_ptr> pods);
    // Empty if the controller does not exist (any more).
    awaitable<result<std::optional<std::int32_t>>> scale_of(owner_reference controller, std::string ns);
    awaitable<result<budget_goal>> goal(const partial_budget& b, const std::vector<pod_ptr>& pods);
    awaitable<outcome> report(const partial_budget& b, partial_budget_status next,
                              std::optional<duration> again);

    client &api_, &live_;
    const object_graph* graph_;
    event_log& events_;
};

}}}  // namespace setpoint::v0::apiserver
