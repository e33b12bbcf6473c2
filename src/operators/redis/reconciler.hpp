#pragma once
// Makes the pods look as a Redis says.

#include "operators/redis/plan.hpp"
#include "setpoint/manager/manager.hpp"

namespace redis {

// Plans from the cache. A plan that deletes or adopts a pod is made again from the server, and each of its
// writes names the object that was seen (UID and resourceVersion); pods are created under the one name that
// their index has. So an outdated cache costs a conflict and another try, never a pod. What only somebody
// else can fix ends as a condition and an event; a refused creation is tried again every 30 s.
setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::snapshot<redis> self);

// Declares the controller: what it watches and what it may do.
void add_redis_controller(setpoint::manager& m);

}  // namespace redis
