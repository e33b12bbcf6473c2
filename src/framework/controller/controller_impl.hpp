#pragma once
// The implementation of a controller.

#include "framework/controller/context_parts.hpp"
#include "framework/controller/controller_metrics.hpp"
#include "framework/controller/finalizer_waits.hpp"
#include "framework/controller/history.hpp"
#include "framework/controller/long_runs.hpp"
#include "framework/controller/loop_breaker.hpp"
#include "framework/controller/own_answers.hpp"
#include "framework/controller/owner_guard.hpp"
#include "framework/controller/paused_status.hpp"
#include "framework/controller/pauses.hpp"
#include "framework/tracing/tracer.hpp"
#include "setpoint/controller/controller.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/queue/work_queue.hpp"

#include <deque>
#include <exception>
#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 {

struct channel::state {
    std::vector<object_key> pending;
    std::function<void(const object_key&)> deliver;
};

struct controller::impl final : write_observer {
    using item = work_queue<object_key>::item;

    impl(loop& l, cache& c, controller_clients api, recorder& r, logger log_, metrics& m, const kind_info& k,
         controller_options o, reconcile_function f)
        : loop_(l),
          cache_(c),
          clients(api),
          events(r),
          options(std::move(o)),
          kind(k),
          log(log_.with({{"controller", options.name},
                         {"controllerGroup", kind.gvk.group},
                         {"controllerKind", kind.gvk.kind}})),
          reconcile(std::move(f)),
          guard(c),
          running(options.warn_after),
          pause_annotation(paused_annotation(
              k.gvk.group, options.field_manager.empty() ? options.name : options.field_manager)),
          conditions(k),
          wake(l),
          metrics_(m),
          measured(m, options.name, options.max_concurrent) {
        if (options.max_concurrent == 0)
            throw fault(errc::bad_config,
                        "controller " + options.name + ": max_concurrent is 0, so nothing would run");
        if (options.loop_breaker || options.record_writes) clients.reads.observe(*this);
    }
    impl(const impl&) = delete;
    impl& operator=(const impl&) = delete;
    ~impl() override { clients.reads.ignore(*this); }

    void enqueue(const object_key& key, lane in, std::string_view reason) {
        if (queue.add(key, in, loop_.now(), reason)) wake.notify();
    }
    void enqueue_at(const object_key& key, time_point due, std::string_view reason) {
        if (queue.add_at(key, due, loop_.now(), reason)) wake.notify();
    }
    void changed(const watch& w, const object_change& c, std::string_view reason);
    bool may_be_own(const watch& w, const object_change& c) const;
    void check_index(const watch& w) const;
    void note_lost_child(const watch& w, const object_change& c);
    // Called when a worker ends with an exception: the controller ends too, since the worker's key would be
    // lost silently.
    void fail(std::exception_ptr e) {
        if (!failure) failure = std::move(e);
        wake.notify();
    }
    // Handles every object of the watch as an initial addition.
    awaitable<void> announce(const watch& w, std::string_view reason);
    awaitable<void> dispatch();
    awaitable<void> watch_long_runs(time_point due);
    awaitable<void> work(item i);
    void leave(const item& i, time_point due);

    // Serves how many objects wait for which finalizer.
    void measure_waits();

    // Pauses (pause_steps.cpp).
    void note_pause(const object_change& c);
    bool is_held(const object_key& key) const;
    object_ptr own_object(const object_key& key) const;  // null if it is not cached
    std::size_t paused_objects() const;
    // Acts on a pause, or on its end. Returns when the key is due next, or nothing if it is to be reconciled.
    awaitable<std::optional<time_point>> pause_turn(const object_key& key);
    // Writes the condition. Returns false if it is to be tried again soon.
    awaitable<bool> say_paused(const object_key& key, const pause& what, bool is_initial);
    awaitable<bool> say_resumed(const object_key& key);

    // Traces (trace_steps.cpp). Precondition of start_trace(): there is a tracer.
    std::unique_ptr<reconcile_trace> start_trace(const item& i, time_point began) const;
    logger log_of(const item& i, const reconcile_trace* trace) const;
    static void note_outcome(reconcile_trace& trace, const outcome& o, bool was_cancelled);

    // The loop breaker (loop_steps.cpp).
    std::uint32_t sending(const kind_info& of, const call& c) override;
    void answered(std::uint32_t number, const kind_info& of, const object_ptr& answer) override;
    void noting(const call& c) override;
    bool notes() const override { return options.record_writes; }
    // A change queues the key. Returns by how much it is delayed.
    duration note_cause(const object_key& key, const kind_info& of, const object_ptr& before,
                        const object_ptr& after, bool is_update);
    // Learns who else writes the field, and reports the fight.
    awaitable<void> name_fight(object_key key, loop_breaker::observed& o, logger item_log);
    void end_round(const item& i, reconcile_flight& flight, const logger& item_log);
    void report_cycle(const object_key& key, loop_breaker::observed& o, const logger& item_log,
                      std::string_view other);
    void sweep_cycles();
    awaitable<outcome> attempt(const item& i, const logger& item_log, reconcile_flight& flight);
    // Queues the key for the changes that were held back during the reconcile.
    void queue_held(const object_key& key, reconcile_flight& flight);
    outcome retry_refused(const detail::context_parts& parts, outcome o) const;
    outcome threw(std::string_view what);
    void settle(const item& i, const outcome& o, const logger& item_log, time_point began,
                reconcile_flight& flight);

    loop& loop_;
    cache& cache_;
    controller_clients clients;
    recorder& events;
    controller_options options;
    const kind_info& kind;
    logger log;
    reconcile_function reconcile;
    owner_guard guard;
    own_answers answers;
    reconcile_observer* observer = nullptr;
    const tracer* traces = nullptr;
    long_runs running;
    std::string pause_annotation;
    status_conditions conditions;
    pauses paused;
    finalizer_waits waits;
    loop_breaker breaker;
    std::deque<watch> watches;  // stable: the queue keeps views of their reasons
    std::vector<watch> listed;
    std::vector<channel> channels;
    work_queue<object_key> queue;
    notifier wake;
    metrics& metrics_;
    controller_metrics measured;
    reconcile_history past;
    std::size_t active = 0;
    std::exception_ptr failure;
    bool standing_by = false;       // changes are not queued: the next run begins with all objects
    bool presence_changed = false;  // of an optional kind: objects may lack children of it, or report some
    std::optional<task_scope> tasks, watchers;  // while it runs
};

}}  // namespace setpoint::v0
