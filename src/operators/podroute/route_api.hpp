#pragma once
// Whether the cluster serves Routes, and a view of them for as long as it does.
//
// Routes are a kind that may be missing, appear and go while the operator runs. If they were watched like
// other kinds, an operator on a cluster without them would never be ready. So they have a cache of their own,
// which exists only while they are served and does not count for readiness.

#include "operators/podroute/plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/source.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace podroute {

// Whether the error means that the server does not serve the kind, or is about to stop serving it.
bool is_not_served(const setpoint::error& e);

class route_api {
public:
    // The pause between two probes while Routes are not served: 1 s, doubling to this.
    static constexpr setpoint::duration longest_pause = std::chrono::seconds(30);
    // How often it is checked that they are still served.
    static constexpr setpoint::duration check_period = std::chrono::seconds(5);
    // How long a reconcile waits for the first probe.
    static constexpr setpoint::duration first_probe_limit = std::chrono::seconds(10);

    // `changed` gets the Podroute of each Route that changes, and all of them when Routes come or go. `m`
    // outlives this; its cache has Podroutes.
    route_api(setpoint::manager& m, setpoint::channel changed);

    // A runnable of the manager: to be called once.
    setpoint::awaitable<void> run();
    // Returns when it is known whether Routes are served, or after first_probe_limit.
    setpoint::awaitable<void> until_known();
    // Reads Routes from the cache and writes them, while they are served; null otherwise. Hold it only
    // for a call: once Routes are gone, what it reads is stale.
    std::shared_ptr<setpoint::client> routes() const;
    // Why it is null.
    const setpoint::problem& why_not() const { return why_not_; }
    // After a call that failed with is_not_served(): checks at once.
    void recheck();

private:
    struct served;

    setpoint::awaitable<void> until_served();
    setpoint::awaitable<void> serve();
    setpoint::awaitable<void> follow(std::shared_ptr<served> now, setpoint::task_scope& informers);
    setpoint::awaitable<setpoint::result<>> probe();
    void set_missing(setpoint::problem why);
    void post_all() const;
    void post_owners(const setpoint::object_change& c) const;

    setpoint::manager& manager_;
    setpoint::channel changed_;
    setpoint::latch known_;
    setpoint::notifier wake_;
    bool recheck_ = false;
    setpoint::problem why_not_;
    std::shared_ptr<served> served_;
};

}  // namespace podroute
