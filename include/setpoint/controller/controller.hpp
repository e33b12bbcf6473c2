#pragma once
// A controller: watches, a work queue, and workers that run one reconciler. Declared with controller_builder.
//
// Order of calls: construct, add_watch() and add_channel(), subscribe(), start the cache, run(). The
// manager does all of this; construct a controller directly only in tests or without a manager. All
// members belong to the loop's thread.

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

namespace setpoint { inline namespace v0 {

class tracer;

struct controller_options {
    std::string name;                // unique in the process; labels metrics and logs
    std::size_t max_concurrent = 4;  // concurrent reconciles; never two of one key
    duration reconcile_timeout{0};   // 0: no limit; a longer reconcile is cancelled and counts as failed
    // A reconcile that runs for longer than this is logged as a warning, and again after twice, four times,
    // ... as long. Zero: never. One client call, and one request in the API server, may take up to a minute;
    // a reconcile that runs for longer is waiting for something else.
    duration warn_after = std::chrono::minutes(1);
    bool needs_leader = true;   // with an election: runs only while this process leads
    std::string field_manager;  // of applied fields; default: the program's name
    // Delay after which a reconcile that ended with done runs again if one of its children was foreign or
    // refused, since no watch reports that a quota has room again or that a name is free. A longer
    // requeue_after is shortened to this. Zero disables both.
    duration retry_refused = std::chrono::seconds(30);
    // Reconciles no object, as if each had the annotation "<group>/paused". Nothing is written, not even a
    // condition.
    bool pause_all = false;
    // A pause also applies to objects that are being deleted: their finalizers wait. Otherwise the deletion
    // of a paused object is handled.
    bool pauses_deletion = false;
    // Finds keys that wake themselves by their own writes, and fields that another client keeps changing
    // back; reports them and slows the key. See docs/controllers.md.
    bool loop_breaker = true;
    // Keeps what the last reconciles wrote (verb, kind and key), for report().
    bool record_writes = false;
};

// The clients that reconciles use.
struct controller_clients {
    cached_client& reads;  // reads watched kinds from the cache
    client& live;          // reads everything from the server
};

// One kind that a controller watches.
// `kind` is not owned and must outlive the controller, as must what `map` and the predicates refer to.
struct watch {
    const kind_info* kind;
    key_mapper map;
    std::vector<predicate> predicates;  // a change must pass all of them
    std::string reason;                 // prefix of context::reason(): "Deployment"
    std::optional<cache_scope> scope;
    presence need = presence::required;
    // Instead of `map`: the index of the controller's own kind that finds the keys, and the values that it is
    // asked for; see map_index().
    std::string index{};
    index_extractor index_values{};
};

class controller {
public:
    // The keys are those of objects of `for_kind`. All references must outlive the controller, but the cache
    // must have stopped before it is destroyed. Errors: throws fault if max_concurrent is 0.
    controller(loop& l, cache& c, controller_clients clients, recorder& events, logger log, metrics& m,
               const kind_info& for_kind, controller_options options, reconcile_function reconcile);
    controller(const controller&) = delete;
    controller& operator=(const controller&) = delete;
    // Precondition: no run() is under way. Channels stay usable: what is posted to them is dropped.
    ~controller();

    // These must be called before subscribe().
    // The first watch must be the one of the controller's own kind.
    void add_watch(watch w);
    void add_channel(channel c);
    // The observer must outlive the controller; null removes it.
    void observe(reconcile_observer* o);
    // Reconciles are traced. The tracer must outlive the controller; null: no traces.
    void trace(const tracer* t);
    // Queues no changes of watched objects until run(), which may be days later: run() then starts with every
    // object in its caches.
    void stand_by();

    // Watches the kinds and subscribes to their changes; nothing is reconciled before run(). Errors: throws
    // logic_error if a channel already feeds another controller, and fault(errc::invalid) if a watch needs an
    // index that its kind does not have.
    void subscribe();
    // Runs workers until cancelled, then waits for running reconciles and cancels them after `grace`. A
    // stopped controller may run again: it starts with every object in its caches, as after a start. Errors:
    // throws what broke the controller itself; an exception from a reconciler is only a failed reconcile.
    awaitable<void> run(duration grace);
    // Ends the grace period of a run() that is being cancelled.
    void cancel_reconciles();

    const controller_options& options() const;
    const kind_info& kind() const;
    const std::vector<watch>& watches() const;
    // Returns the number of keys that wait, now eligible or later. O(keys due).
    std::size_t queued() const;
    // Returns the number of reconciles that run.
    std::size_t active() const;
    // Returns the last 100 reconciles as text, oldest first: key, reason, outcome, duration.
    std::vector<std::string> history() const;
    // Returns the same as values, with the state of the queue and the workers.
    controller_report report() const;

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}}  // namespace setpoint::v0
