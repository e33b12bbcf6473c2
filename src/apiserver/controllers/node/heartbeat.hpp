#pragma once
// Registers the nodes, renews their leases every 10 s and reports their status every five minutes.

#include "apiserver/controllers/node/partial_types.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class node_heartbeat {
public:
    // References must outlive it.
    node_heartbeat(loop& l, client& api, logger log, int count)
        : loop_(l), api_(api), log_(std::move(log)), count_(count) {}
    // Runs until it is cancelled. Deleted nodes are not registered again.
    awaitable<void> run();

private:
    awaitable<bool> make_node(int index);
    awaitable<bool> remove_first_taint(int index);
    awaitable<void> renew(int index);
    awaitable<void> report(int index);

    loop& loop_;
    client& api_;
    logger log_;
    int count_;
    std::vector<std::string> uids_;
};

}}}  // namespace setpoint::v0::apiserver
