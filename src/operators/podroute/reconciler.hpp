#pragma once
// The controller of Podroutes.

#include "operators/podroute/plan.hpp"
#include "operators/podroute/route_api.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace podroute {

// Maintains the Deployment, the Service and, while the cluster serves Routes, the Route; reports the
// status. A problem that only a user can fix is reported as a condition and an event.
class podroute_reconciler {
public:
    explicit podroute_reconciler(std::shared_ptr<route_api> routes) : routes_(std::move(routes)) {}
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx,
                                                     setpoint::snapshot<podroute> self);

private:
    setpoint::awaitable<setpoint::result<>> ensure_route(setpoint::context& ctx, const podroute& self,
                                                         observation& seen);

    std::shared_ptr<route_api> routes_;
};

// Adds the controller to `m`.
void add_podroute_controller(setpoint::manager& m);

}  // namespace podroute
