#pragma once
// Detects whether the cluster serves Routes, and caches them while it does.
//
// The Route API may be missing, appear and disappear while the operator runs. If Routes were watched like
// other kinds, the operator would never be ready on a cluster without them. So they have their own cache,
// which exists only while they are served and does not affect readiness.

#include "operators/podroute/plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/source.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace podroute {

// Returns true if the error means that the server does not serve the kind, or is about to stop serving
// it.
bool is_not_served(const setpoint::error& e);

class route_api {
public:
    // The pause between two probes while Routes are not served starts at 1 s and doubles up to this.
    static constexpr setpoint::duration longest_pause = std::chrono::seconds(30);
    // Period of the check that Routes are still served.
    static constexpr setpoint::duration check_period = std::chrono::seconds(5);
    // Maximum time that a reconcile waits for the first probe.
    static constexpr setpoint::duration first_probe_limit = std::chrono::seconds(10);

    // Posts to `changed` the Podroute of each changed Route, and all Podroutes when the Route API appears
    // or disappears. `m` must outlive this, and its cache must watch Podroutes.
    route_api(setpoint::manager& m, setpoint::channel changed);

    // A runnable for the manager. Call it once.
    setpoint::awaitable<void> run();
    // Waits until it is known whether Routes are served, at most first_probe_limit.
    setpoint::awaitable<void> until_known();
    // Returns a client that reads Routes from the cache, or null while they are not served. Do not keep
    // it: once Routes are no longer served, its reads are stale.
    std::shared_ptr<setpoint::client> routes() const;
    // The reason if routes() returns null.
    const setpoint::problem& why_not() const { return why_not_; }
    // Checks at once whether Routes are served. Call it after a call failed with is_not_served().
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
