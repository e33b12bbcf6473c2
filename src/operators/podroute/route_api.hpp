#pragma once
// Whether the cluster serves Routes, and a view of them for as long as it does.
//
// Routes are a kind that may be missing, appear and go while the operator runs. Were they watched like other
// kinds, an operator on a cluster without them would never be ready. So they have a cache of their own, which
// exists only while they are served, and which readiness does not ask.

#include "operators/podroute/plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/source.hpp"
#include "setpoint/core/event.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace podroute {

// Whether the server says by this that it does not serve the kind, or that it is about to stop.
bool says_no_such_kind(const setpoint::error& e);

class route_api {
public:
    // How long between two looks while Routes are not served: 1 s, doubling to this.
    static constexpr setpoint::duration longest_pause = std::chrono::seconds(30);
    // How soon it is noticed that they are no longer served.
    static constexpr setpoint::duration check_period = std::chrono::seconds(5);
    // How long a reconcile waits for the first look.
    static constexpr setpoint::duration first_look_limit = std::chrono::seconds(10);

    // `changed` gets the Podroute of each Route that changes, and all of them when Routes come or go. `m`
    // outlives this; its cache has Podroutes.
    route_api(setpoint::manager& m, setpoint::channel changed);

    // A runnable of the manager: to be called once.
    setpoint::awaitable<void> run();
    // Returns when it is known whether Routes are served, or after first_look_limit.
    setpoint::awaitable<void> known();
    // Reads Routes from the cache and writes them, while they are served; else null. Hold it for the length
    // of a call: what it read is old when Routes have gone meanwhile.
    std::shared_ptr<setpoint::client> routes() const;
    // Why it is null.
    const setpoint::problem& why_not() const { return why_not_; }
    // A call said that there is no such kind: look at once.
    void doubt();

private:
    struct served;

    setpoint::awaitable<void> until_served();
    setpoint::awaitable<void> serve();
    setpoint::awaitable<void> mind(std::shared_ptr<served> now, setpoint::task_scope& informers);
    setpoint::awaitable<setpoint::result<>> look();
    void set_missing(setpoint::problem why);
    void tell_all() const;
    void tell_owners(const setpoint::object_change& c) const;

    setpoint::manager& manager_;
    setpoint::channel changed_;
    setpoint::event known_;
    setpoint::pulse wake_;
    bool doubted_ = false;
    setpoint::problem why_not_;
    std::shared_ptr<served> served_;
};

}  // namespace podroute
