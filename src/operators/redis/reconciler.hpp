#pragma once
// Makes the pods be as a Redis says.

#include "operators/redis/plan.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/manager/manager.hpp"

namespace redis {

class redis_reconciler {
public:
    // `cached` reads what is watched from the cache, `live` from the server; both outlive it.
    redis_reconciler(setpoint::client& cached, setpoint::client& live) : client_(cached), live_(live) {}
    // Plans on what the cache says. A plan that takes something away or over is made again from what the
    // server says at that time, and each of its writes names the object that was seen (UID and
    // resourceVersion). Pods are created under the one name that their index has. So a cache that is behind
    // costs a conflict and another try, never a pod. What only somebody else can mend ends as a condition and
    // an event; a refused creation is tried again every 30 s.
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key);

private:
    // A Redis, the pods that bear on it, and what to do.
    struct view_of_things {
        setpoint::snapshot<redis> self;
        pods seen;
        plan next;
    };
    using refusal = std::optional<problem>;

    setpoint::awaitable<setpoint::result<view_of_things>> look(setpoint::context& ctx,
                                                               setpoint::snapshot<redis> self);
    // The same from the server. Its self is null when the Redis is gone.
    setpoint::awaitable<setpoint::result<view_of_things>> look_closely(setpoint::context& ctx,
                                                                       view_of_things before);
    setpoint::awaitable<setpoint::result<pods>> cached_pods(const redis& self);
    setpoint::awaitable<setpoint::result<pods>> live_pods(const redis& self, const pods& known);
    // What was refused for good, if anything.
    setpoint::awaitable<setpoint::result<refusal>> carry_out(setpoint::context& ctx, const redis& self,
                                                             const plan& p);
    setpoint::awaitable<setpoint::result<refusal>> take(setpoint::context& ctx, const redis& self,
                                                        const step& s);
    setpoint::awaitable<setpoint::result<>> create(setpoint::context& ctx, const redis& self, int index);
    setpoint::awaitable<setpoint::result<>> bring_into_line(setpoint::context& ctx, const redis& self,
                                                            const step& s);
    setpoint::awaitable<setpoint::result<>> remove(setpoint::context& ctx, const redis& self, const step& s);
    setpoint::awaitable<setpoint::result<>> report(setpoint::context& ctx, const redis& self,
                                                   const std::optional<problem>& trouble);

    setpoint::client& client_;
    setpoint::client& live_;
};

// Declares the controller: what it watches and what it may do.
void add_redis_controller(setpoint::manager& m);

}  // namespace redis
