#pragma once
// Makes the cluster look as a Podroute says.

#include "operators/podroute/plan.hpp"
#include "operators/podroute/route_api.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace podroute {

// Keeps the Deployment, the Service and, while the cluster serves Routes, the Route, and reports the status.
// What only somebody else can fix ends as a condition and an event.
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

// Declares the controller: what it watches and what it may do.
void add_podroute_controller(setpoint::manager& m);

}  // namespace podroute
