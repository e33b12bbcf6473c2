#pragma once
// Binds pods to nodes, and marks those as failed that are deleted before.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/node/schedule_plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// Supports one reconcile at a time. References must outlive it. `live`: bypasses the cache, writes
// bindings.
class scheduler {
public:
    // `binds_claims`: whether pods wait for their claims, since something binds them.
    scheduler(cached_client& cached, client& live, event_log& events, bool binds_claims)
        : api_(cached), live_(live), events_(events), binds_claims_(binds_claims) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<std::map<std::string, std::size_t>>> load(const std::vector<node_ptr>& nodes);
    // The nodes on which another pod has a host port of this one.
    awaitable<result<std::set<std::string, std::less<>>>> without_ports(const partial_pod& p,
                                                                        const std::vector<node_ptr>& nodes);
    awaitable<result<pod_claims>> claims(const partial_pod& p);
    // Binds or requests the volumes that the pod needs on its node.
    awaitable<result<>> reserve(pod_claims claims, std::string node, std::vector<node_ptr> nodes);
    awaitable<result<>> bind(const partial_pod& p, std::string node);
    awaitable<result<>> mark_failed(const partial_pod& p);
    awaitable<result<>> mark_unschedulable(context& ctx, const partial_pod& p, std::string why);

    cached_client& api_;
    client& live_;
    event_log& events_;
    bool binds_claims_;
    // Bound, but not yet in the cache. By UID: another pod may have the name by now.
    struct assumption {
        interned_string uid;
        std::string node;
    };
    std::map<object_key, assumption> assumed_;
};

}}}  // namespace setpoint::v0::apiserver
