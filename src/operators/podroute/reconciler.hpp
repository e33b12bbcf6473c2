#pragma once
// The controller of Podroutes.

#include "operators/podroute/plan.hpp"
#include "setpoint/manager/manager.hpp"

namespace podroute {

// Maintains the Deployment, the Service and, while the cluster serves Routes, the Route; reports the
// status. A problem that only a user can fix is reported as a condition and an event.
class podroute_reconciler {
public:
    // `kinds` must outlive this, and watch Routes.
    explicit podroute_reconciler(const setpoint::cache& kinds) : kinds_(kinds) {}
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx,
                                                     setpoint::snapshot<podroute> self);

private:
    setpoint::awaitable<setpoint::result<>> ensure_route(setpoint::context& ctx, const podroute& self,
                                                         observation& seen);

    const setpoint::cache& kinds_;
};

// Adds the controller to `m`.
void add_podroute_controller(setpoint::manager& m);

}  // namespace podroute
