#pragma once
// The controller of Redis objects.

#include "operators/redis/plan.hpp"
#include "setpoint/manager/manager.hpp"

namespace redis {

// Plans from the cache. Before a pod is deleted or adopted, the plan is made again from the server's
// state, and each write contains the UID and resourceVersion of the pod. A pod's name follows from its
// index. So a stale cache costs a conflict and a retry, never a pod. A problem that only a user can fix
// is reported as a condition and an event; a refused creation is retried every 30 s.
setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::snapshot<redis> self);

// Adds the controller to `m`.
void add_redis_controller(setpoint::manager& m);

}  // namespace redis
