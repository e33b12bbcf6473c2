#pragma once
// Makes the cluster look as a Podroute says.

#include "operators/podroute/plan.hpp"
#include "operators/podroute/route_api.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace podroute {

class podroute_reconciler {
public:
    podroute_reconciler(setpoint::client& c, std::shared_ptr<route_api> routes)
        : client_(c), routes_(std::move(routes)) {}
    // Reads from the cache, writes what differs, reports the status. Errors of the API are retried with
    // back-off; what only somebody else can cure ends as a condition and an event, and is tried again every
    // 30 s. Where Routes are not served, the rest is made all the same.
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key);

private:
    setpoint::awaitable<setpoint::result<observation>> ensure_children(setpoint::context& ctx,
                                                                       const podroute& self);
    setpoint::awaitable<setpoint::result<>> ensure_route(setpoint::context& ctx, const podroute& self,
                                                         observation& seen);
    setpoint::awaitable<setpoint::result<>> report(setpoint::context& ctx, const podroute& self,
                                                   const observation& seen);

    setpoint::client& client_;
    std::shared_ptr<route_api> routes_;
};

// Declares the controller: what it watches and what it may do.
void add_podroute_controller(setpoint::manager& m);

}  // namespace podroute
