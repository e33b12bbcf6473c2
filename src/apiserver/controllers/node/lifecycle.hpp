#pragma once
// Keeps the taints of nodes, and evicts pods from nodes with NoExecute taints.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/node/taints.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <map>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

class node_lifecycle {
public:
    explicit node_lifecycle(client& api) : api_(api) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
};

class taint_eviction {
public:
    // References must outlive it.
    taint_eviction(client& api, event_log& events) : api_(api), events_(events) {}
    // `key`: of a pod.
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct scheduled {
        std::string uid;
        time_point due;
    };
    // Forgets a scheduled eviction, and reports that.
    void cancel(const object_key& key);
    void record(const object_key& key, std::string message);
    awaitable<result<>> evict(const partial_pod& p, wall_time now);

    client& api_;
    event_log& events_;
    std::map<object_key, scheduled> scheduled_;
};

}}}  // namespace setpoint::v0::apiserver
