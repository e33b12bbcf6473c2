#pragma once
// The controller of WebServers.

#include "operators/web_server/plan.hpp"
#include "setpoint/manager/manager.hpp"

namespace web_server {

// Maintains the Deployment and the Service, and reports the status. An invalid spec, a refused child and
// a child of another owner are reported as a condition and an event.
setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::snapshot<web_server> self);

// Adds the controller to `m`.
void add_web_server_controller(setpoint::manager& m);

}  // namespace web_server
