// A worker runs one reconcile, from taking its key from the queue to returning it.

#include "framework/controller/controller_impl.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace setpoint { inline namespace v0 {

namespace {

awaitable<void> into(outcome& to, awaitable<outcome> from) {
    to = co_await std::move(from);
}

}  // namespace

// Ends a turn that was no reconcile.
void controller::impl::leave(const item& i, time_point due) {
    --active;
    measured.active.Set(static_cast<double>(active));
    if (due == never)
        queue.done(i.at, loop_.now());
    else
        queue.done_requeue(i.at, due, loop_.now());
    wake.notify();
}

awaitable<void> controller::impl::work(item i) {
    if (options.pause_all || !paused.empty()) {
        std::optional<time_point> due;
        try {
            due = co_await pause_turn(i.key);
        } catch (const cancelled&) {
            leave(i, never);
            throw;
        }
        if (due) {
            leave(i, *due);
            co_return;
        }
    }
    const time_point began = loop_.now();
    if (observer) observer->began(options.name, i.key, i.reason, i.in);
    measured.queue_duration.Observe(std::chrono::duration<double>(began - i.since).count());
    measured.active.Set(static_cast<double>(active));
    const std::unique_ptr<reconcile_trace> trace = traces ? start_trace(i, began) : nullptr;
    const logger item_log = log_of(i, trace.get());
    item_log.debug("Reconciling", {{"reason", i.reason}, {"attempt", i.attempt}});
    outcome o = outcome::done();
    bool was_cancelled = false;
    cancel_scope scope(loop_);
    reconcile_flight flight(answers, i.key, loop_.current());
    if (!breaker.idle()) flight.observed = breaker.began(i.key);
    const long_run run(running, item_log, i.reason, began);
    if (watchers->size() == 0 && running.next() != never)
        watchers->spawn(options.name + ": long reconciles", watch_long_runs(running.next()));
    try {
        if (flight.observed && flight.observed->found == cycle_pattern::fight && !flight.observed->is_named)
            co_await name_fight(i.key, *flight.observed, item_log);
        o = co_await attempt(i, item_log, flight);
    } catch (const cancelled&) {
        was_cancelled = scope.active();
        if (!was_cancelled) o = threw("cancelled, although nothing cancelled it");
    }
    if (run.was_reported())
        item_log.info("A reconcile that ran for long has ended",
                      {{"seconds", std::chrono::duration<double>(loop_.now() - began).count()}});
    // While the key is still in flight, so that the queue treats it as a change during the reconcile.
    queue_held(i.key, flight);
    if (options.loop_breaker) end_round(i, flight, item_log);
    if (trace) note_outcome(*trace, o, was_cancelled);
    --active;
    measured.active.Set(static_cast<double>(active));
    if (was_cancelled) {
        queue.done_terminal(i.at, loop_.now());
        wake.notify();
        throw cancelled{};
    }
    settle(i, o, item_log, began, flight);
    if (observer) observer->ended(options.name, i.key, o);
    wake.notify();
}

void controller::impl::queue_held(const object_key& key, reconcile_flight& flight) {
    const auto reason = flight.end();
    if (!reason) return;
    duration slower = breaker.idle() ? duration::zero() : duration::max();
    if (slower != duration::zero())
        for (const reconcile_flight::state& s : flight.held())
            slower = std::min(slower, note_cause(key, *s.kind, nullptr, s.object, true));
    if (slower > duration::zero())
        enqueue_at(key, saturating_add(loop_.now(), slower), *reason);
    else
        enqueue(key, lane::fresh, *reason);
}

// An exception in a reconciler must not end the process: it counts as a failed reconcile.
awaitable<outcome> controller::impl::attempt(const item& i, const logger& item_log,
                                             reconcile_flight& flight) {
    detail::context_parts parts{.loop = loop_,
                                .log = item_log,
                                .events = events,
                                .reads = clients.reads,
                                .live = clients.live,
                                .guard = guard,
                                .flight = flight,
                                .watches = watches,
                                .field_manager = options.field_manager,
                                .reason = i.reason,
                                .attempt = i.attempt,
                                .cycle = flight.observed ? &flight.observed->why : nullptr};
    context ctx(parts);
    try {
        if (options.reconcile_timeout == duration::zero())
            co_return retry_refused(parts, co_await reconcile(ctx, i.key));
        outcome o = outcome::done();
        const auto r = co_await with_timeout(loop_, options.reconcile_timeout, "reconcile",
                                             into(o, reconcile(ctx, i.key)));
        if (r) co_return retry_refused(parts, std::move(o));
        measured.timeouts.Increment();
        co_return outcome::retry(r.error());
    } catch (const cancelled&) {
        throw;
    } catch (const fault& f) {
        co_return outcome::retry(f.why());
    } catch (const std::exception& e) {
        co_return threw(e.what());
    } catch (...) {
        co_return threw("an exception that is not a std::exception");
    }
}

// No watch reports that a quota has room again or that a name is free.
outcome controller::impl::retry_refused(const detail::context_parts& parts, outcome o) const {
    if (!parts.refused || options.retry_refused == duration::zero()) return o;
    if (o.what() == outcome::kind::done) return outcome::requeue_after(options.retry_refused);
    if (o.what() == outcome::kind::requeue_after)
        return outcome::requeue_after(std::min(o.delay(), options.retry_refused));
    return o;
}

outcome controller::impl::threw(std::string_view what) {
    measured.panics.Increment();
    return outcome::retry(error(errc::failed, fmt::format("the reconciler threw: {}", what)));
}

void controller::impl::settle(const item& i, const outcome& o, const logger& item_log, time_point began,
                              reconcile_flight& flight) {
    const time_point now = loop_.now();
    const double seconds = std::chrono::duration<double>(now - began).count();
    measured.reconcile_time.Observe(seconds);
    measured.work_duration.Observe(seconds);
    switch (o.what()) {
        case outcome::kind::done:
            queue.done(i.at, now);
            measured.success.Increment();
            item_log.debug("Reconciled", {{"seconds", seconds}});
            break;
        case outcome::kind::requeue_after:
            queue.done_requeue(i.at, saturating_add(now, o.delay()), now);
            measured.requeue_after.Increment();
            item_log.debug("Reconciled", {{"seconds", seconds}, {"requeueAfter", o.delay()}});
            break;
        case outcome::kind::retry: {
            const time_point due = queue.done_retry(i.at, now);
            measured.errors.Increment();
            measured.error_results.Increment();
            // A conflict is the normal way to learn of another writer, so it is not logged as an error.
            const bool benign = o.why().code == errc::conflict;
            item_log.log(benign ? log_level::info : log_level::error,
                         benign ? "Reconcile met a conflict" : "Reconcile failed",
                         {{"error", o.why().to_string()},
                          {"retryIn", due == never ? duration::zero() : due - now},
                          {"attempt", i.attempt + 1}});
            break;
        }
        case outcome::kind::terminal:
            queue.done_terminal(i.at, now);
            measured.terminal_errors.Increment();
            measured.errors.Increment();
            measured.error_results.Increment();
            item_log.error("Reconcile failed for good: it is not retried until something changes",
                           {{"error", o.why().to_string()}});
            break;
    }
    past.add({loop_.wall_now(), i.key, std::string(i.reason), i.in, i.attempt, began - i.since, now - began,
              o, std::move(flight.writes), flight.writes_left_out});
}

}}  // namespace setpoint::v0
