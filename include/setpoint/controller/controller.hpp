#pragma once
// A controller: watches, a work queue and workers that run one reconciler. Built with controller_builder.

#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/predicate.hpp"
#include "setpoint/controller/reconcile_observer.hpp"
#include "setpoint/controller/report.hpp"
#include "setpoint/controller/source.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/task_scope.hpp"

#include <memory>
#include <string>
#include <vector>

namespace setpoint {

struct controller_options {
    std::string name;                // unique in the process; labels metrics and logs
    std::size_t max_concurrent = 4;  // reconciles at a time; never two of one key
    duration reconcile_timeout{0};  // 0: none; a reconcile that runs longer is cancelled and counts as failed
    // A reconcile that runs for longer than this is logged as a warning, and again after twice, four times,
    // ... as long; zero: never. A minute is what one call of the client, and one request in the API server,
    // may take: what runs for longer waits for something else.
    duration warn_after = std::chrono::minutes(1);
    bool needs_leader = true;   // with an election: runs only while this process leads
    std::string field_manager;  // of applied fields; default: the name of the program
    // When a reconcile that ended with done runs again after a child of it was foreign or refused: a quota
    // may have room again or a name may be free, which no watch reports. A longer requeue_after is shortened
    // to this. Zero: neither.
    duration retry_refused = std::chrono::seconds(30);
};

// What reconciles read and write through.
struct controller_clients {
    cached_client& reads;  // reads watched kinds from the cache
    client& live;          // reads all from the server
};

// One kind that a controller watches.
struct watch {
    const kind_info* kind;
    key_mapper map;
    std::vector<predicate> predicates;  // all must let a change through
    std::string reason;                 // prefix of the reason given to reconciles: "Deployment"
    std::optional<cache_scope> scope;
    presence need = presence::required;
};

class controller {
public:
    // `for_kind`: what the keys are. References outlive the controller, but the cache must not run any more
    // when it is destroyed. Throws fault when max_concurrent is 0.
    controller(loop& l, cache& c, controller_clients clients, recorder& events, logger log, metrics& m,
               const kind_info& for_kind, controller_options options, reconcile_function reconcile);
    controller(const controller&) = delete;
    controller& operator=(const controller&) = delete;
    ~controller();

    // Before start().
    void add_watch(watch w);
    void add_channel(channel c);
    // Outlives the controller; null: nobody watches.
    void observe(reconcile_observer* o);

    // Watches its kinds and subscribes to them; nothing is reconciled before run(). Throws
    // logic_error when a channel feeds another controller already.
    void subscribe();
    // Runs workers until cancelled, then waits for the reconciles that are under way (they are cancelled
    // after `grace`). A controller that has stopped may be run again: it begins with every object that its
    // caches hold, as if it had just been started. Throws what broke the controller itself; what a reconciler
    // throws is a failed reconcile.
    awaitable<void> run(duration grace);
    // For a run() that is being cancelled: no grace.
    void cancel_reconciles();

    const controller_options& options() const;
    const kind_info& kind() const;
    const std::vector<watch>& watches() const;
    std::size_t queued() const;
    std::size_t active() const;
    // The last 100 reconciles, oldest first: key, reason, outcome, duration.
    std::vector<std::string> history() const;
    // The same as values, with what the queue and the workers are doing.
    controller_report report() const;

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint
