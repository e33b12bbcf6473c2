#pragma once
// What kube-apiserver itself keeps in its API: the Service default/kubernetes, which it makes again within 10
// s, and the Lease by which it is known to other servers.

#include "apiserver/state/server_state.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/sync.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

class server_upkeep {
public:
    // References must outlive it. `has_lease`: whether there is a Lease.
    server_upkeep(server_state& w, client& api, bool has_lease);
    // To be called after each change of a stored object; `now` is null if it was removed.
    void note(const resource& r, const record_ptr& before, const record_ptr& now);
    // Runs until it is cancelled.
    awaitable<void> run();

private:
    awaitable<void> make_service();
    awaitable<void> renew_lease();

    server_state& state_;
    client& api_;
    const bool has_lease_;
    bool service_missing_ = false;
    notifier wake_;
    std::string lease_name_, holder_;
};

}}}  // namespace setpoint::v0::apiserver
