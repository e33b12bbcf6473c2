#pragma once
// A fake kubelet for all nodes: pods on them become Running and Ready, and finish, without running
// any container.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/node/fake_kubelet_plan.hpp"
#include "apiserver/controllers/node/host_ports.hpp"
#include "apiserver/controllers/node/partial_types.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// Assigns pod addresses from 10.244.0.0/16 in turn.
class pod_addresses {
public:
    std::string next();  // "" if all are used
    void occupy(const std::string& ip) { used_.insert(ip); }
    void release(const std::string& ip) { used_.erase(ip); }

private:
    std::uint32_t last_ = 0;
    std::set<std::string, std::less<>> used_;
};

class fake_kubelet {
public:
    // References must outlive it. While `serves_others` returns true: on Nodes that are not those of
    // `options`, it starts new pods and ends deleted ones.
    fake_kubelet(client& api, event_log& events, node_options options, std::function<bool()> serves_others);
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct tracked_pod {
        std::string uid;
        pod_memory memory;
        std::string node;
        std::vector<host_port> ports;
    };
    void forget(const object_key& key);
    bool ports_taken(const object_key& key, const tracked_pod& p) const;
    using named_node = std::pair<const std::string, std::string>;
    const named_node* node_of(const object_key& key, const partial_pod& p);
    awaitable<result<>> report(const partial_pod& p, const pod_status& next);

    client& api_;
    event_log& events_;
    node_options options_;
    std::function<bool()> serves_others_;                                  // null: no
    std::map<std::string, std::string, std::less<>> nodes_, other_nodes_;  // the address of each node
    std::map<object_key, tracked_pod> pods_;
    pod_addresses addresses_;
};

}}}  // namespace setpoint::v0::apiserver
