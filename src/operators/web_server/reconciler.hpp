#pragma once
// Makes the cluster look as a WebServer says.

#include "operators/web_server/plan.hpp"
#include "operators/web_server/types.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/manager/manager.hpp"

namespace web_server {

class web_server_reconciler {
public:
    explicit web_server_reconciler(setpoint::client& c) : client_(c) {}
    // Reads from the cache, writes what differs, reports the status. Errors of the API are retried with
    // back-off; what only a change of the spec can cure ends as a condition and an event, and so does a child
    // that is refused or another's, which is tried again every 30 s.
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key);

private:
    setpoint::awaitable<setpoint::result<observation>> ensure_children(setpoint::context& ctx,
                                                                       const web_server& self);
    setpoint::awaitable<setpoint::result<>> report(setpoint::context& ctx, const web_server& self,
                                                   const observation& seen);

    setpoint::client& client_;
};

// Declares the controller: what it watches and what it may do.
void add_web_server_controller(setpoint::manager& m);

}  // namespace web_server
