#pragma once
// Makes the cluster look as a WebServer says.

#include "operators/web_server/plan.hpp"
#include "setpoint/manager/manager.hpp"

namespace web_server {

// Keeps the Deployment and the Service, and reports the status. A spec that cannot work, a child that is
// refused and one that belongs to another end as a condition and an event.
setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::snapshot<web_server> self);

// Declares the controller: what it watches and what it may do.
void add_web_server_controller(setpoint::manager& m);

}  // namespace web_server
