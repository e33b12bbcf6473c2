#include "framework/controller/controller_impl.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/json/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

channel::channel() : state_(std::make_shared<state>()) {}

void channel::post(object_key key) const {
    if (state_->deliver)
        state_->deliver(key);
    else
        state_->pending.push_back(std::move(key));
}

controller::controller(loop& l, cache& c, controller_clients clients, recorder& events, logger log,
                       metrics& m, const kind_info& for_kind, controller_options options,
                       reconcile_function reconcile)
    : impl_(std::make_unique<impl>(l, c, clients, events, std::move(log), m, for_kind, std::move(options),
                                   std::move(reconcile))) {}

controller::~controller() {
    for (const channel& c : impl_->channels) c.state_->deliver = [](const object_key&) {};
}

void controller::add_watch(watch w) {
    w.reason += " changed";
    if (!w.index.empty()) w.map = map_index(impl_->cache_, *w.kind, impl_->kind, w.index, w.index_values);
    impl_->listed.push_back(w);
    impl_->watches.push_back(std::move(w));
}

void controller::add_channel(channel c) {
    impl_->channels.push_back(std::move(c));
}

void controller::observe(reconcile_observer* o) {
    impl_->observer = o;
}

void controller::trace(const tracer* t) {
    impl_->traces = t;
}

void controller::stand_by() {
    impl_->standing_by = true;
}

void controller::impl::check_index(const watch& w) const {
    const cached_collection* const own = w.index.empty() ? nullptr : cache_.find(kind);
    if (w.index.empty() || (own && own->has_index(w.index))) return;
    throw fault(errc::invalid,
                fmt::format("controller {0}: watches<{1}>(by_index(\"{2}\")) needs that index: "
                            "declare index<{3}>(\"{2}\", ...)",
                            options.name, w.kind->gvk.kind, w.index, kind.gvk.kind));
}

void controller::subscribe() {
    for (const watch& w : impl_->watches) {
        impl_->check_index(w);
        cached_collection& v = impl_->cache_.watch(*w.kind, w.scope, w.need);
        v.subscribe([i = impl_.get(), &w](const object_change& c) { i->changed(w, c, w.reason); });
        if (w.need == presence::required) continue;
        v.on_presence([i = impl_.get()] {
            i->presence_changed = true;
            i->wake.notify();
        });
    }
    for (const channel& c : impl_->channels) {
        if (c.state_->deliver)
            throw std::logic_error("controller " + impl_->options.name +
                                   ": its channel already feeds another controller");
        const auto deliver = [i = impl_.get()](const object_key& k) {
            if (i->observer) i->observer->posted(i->options.name, k);
            if ((i->options.pause_all || !i->paused.empty()) && i->is_held(k)) return;
            if (loop_breaker::observed* const o = i->breaker.find(k)) i->breaker.woken(*o);
            i->enqueue(k, lane::fresh, "channel");
        };
        c.state_->deliver = deliver;
        for (const object_key& k : std::exchange(c.state_->pending, {})) deliver(k);
    }
}

// The collection logs exceptions of predicates and mappers.
void controller::impl::changed(const watch& w, const object_change& c, std::string_view reason) {
    if (standing_by) return;
    if (c.what == object_change::kind::deleted) note_lost_child(w, c);
    if (&w == &watches.front()) {
        note_pause(c);
        waits.seen(kind.meta((c.after ? c.after : c.before).get()),
                   c.after ? kind.full_meta(c.after.get()) : nullptr);
    }
    const auto lets_through = [&](const predicate& p) { return p(c, *w.kind); };
    if (!std::all_of(w.predicates.begin(), w.predicates.end(), lets_through)) return;
    std::vector<object_key> keys;
    if (c.before) w.map(c.before.get(), keys);
    if (c.after) w.map(c.after.get(), keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    const bool held = may_be_own(w, c);
    for (const object_key& k : keys) {
        if ((options.pause_all || !paused.empty()) && is_held(k)) continue;
        if (held && answers.takes(k, *w.kind, c.after, reason)) continue;
        const duration slower = breaker.idle()
                                    ? duration::zero()
                                    : note_cause(k, *w.kind, c.before, c.after, c.before && c.after);
        if (observer) {
            const object_key object = key_of(w.kind->meta((c.after ? c.after : c.before).get()));
            const duration delay = observer->delays(options.name, k, *w.kind, object);
            if (delay > duration::zero()) {
                enqueue_at(k, saturating_add(loop_.now(), delay), reason);
                continue;
            }
            observer->queued(options.name, k, reason, *w.kind, object);
        }
        if (slower > duration::zero())
            enqueue_at(k, saturating_add(loop_.now(), slower), reason);
        else
            enqueue(k, c.initial ? lane::initial : lane::fresh, reason);
    }
}

// The response to a write of a child shows the complete child. The status of the controller's own object,
// however, is written on top of a spec that may have changed since it was read, so only changes that leave
// generation and metadata as they were can be echoes.
bool controller::impl::may_be_own(const watch& w, const object_change& c) const {
    if (!c.after || c.initial || c.listed) return false;
    if (w.kind != &kind) return true;
    const object_meta* const after = kind.full_meta(c.after.get());
    if (!c.before || !after || after->generation == 0) return false;
    const object_meta& before = *kind.full_meta(c.before.get());
    return before.generation == after->generation && before.labels == after->labels &&
           before.annotations == after->annotations && before.finalizers == after->finalizers &&
           json::same(before.owner_references, after->owner_references);
}

void controller::impl::note_lost_child(const watch& w, const object_change& c) {
    const object_meta* const meta = w.kind->full_meta(c.before.get());
    const owner_reference* const owner = meta ? controller_of(*meta) : nullptr;
    if (!owner || owner->kind != kind.gvk.kind) return;
    const std::string_view api_version = owner->api_version;
    const std::size_t slash = api_version.find('/');
    const std::string_view group = slash == std::string_view::npos ? "" : api_version.substr(0, slash);
    if (group == kind.gvk.group) guard.lost_child(owner->uid);
}

awaitable<void> controller::run(duration grace) {
    impl& i = *impl_;
    i.log.info("Starting workers", {{"workers", i.options.max_concurrent}});
    i.failure = nullptr;
    i.watchers.emplace(i.loop_, i.options.name + " long runs");
    i.tasks.emplace(i.loop_, i.options.name,
                    [&i](std::string_view, std::exception_ptr e) { i.fail(std::move(e)); });
    if (i.options.pause_all) i.log.warn("All objects are paused: only deletions are handled");
    auto gauges = i.metrics_.before_text([&i] {
        i.measured.refresh(i.queue.stats(i.loop_.now()));
        i.sweep_cycles();
        i.measured.paused.Set(static_cast<double>(i.paused_objects()));
        i.measured.slowed.Set(static_cast<double>(i.breaker.slowed()));
        i.measure_waits();
    });
    bool was_cancelled = false;
    try {
        // As after a start: another instance may have led meanwhile, and its unfinished work is not in our
        // queue.
        const bool missed_changes = std::exchange(i.standing_by, false);
        for (const watch& w : i.watches)
            if (missed_changes) co_await i.announce(w, w.reason);
        co_await i.dispatch();
    } catch (const cancelled&) {
        was_cancelled = true;
    } catch (...) {
        i.fail(std::current_exception());
    }
    cancel_scope shield(i.loop_, never, true);
    if (i.tasks->size() != 0) {
        const auto joined = co_await with_timeout(i.loop_, grace, "reconciles under way", i.tasks->join());
        if (!joined) i.log.warn("Reconciles did not end in time and were cancelled", {{"grace", grace}});
    }
    i.tasks.reset();
    i.watchers->request_stop();
    co_await i.watchers->join();
    i.watchers.reset();
    // This includes keys whose reconcile was cancelled before it began: the next run queues all objects.
    i.queue.clear();
    i.paused.clear();
    i.breaker.clear();
    i.waits.clear();
    i.measure_waits();
    i.measured.paused.Set(0);
    i.measured.slowed.Set(0);
    i.standing_by = true;
    i.active = 0;
    i.measured.active.Set(0);
    gauges.reset();
    i.measured.refresh(i.queue.stats(i.loop_.now()));
    i.log.info("Workers stopped");
    if (i.failure) std::rethrow_exception(i.failure);
    if (was_cancelled) throw cancelled{};
}

void controller::impl::measure_waits() {
    const wall_time now = loop_.wall_now();
    waits.each([&](std::string_view finalizer, std::size_t objects, wall_time since) {
        const auto gauge = [&](std::string_view name) -> prometheus::Gauge& {
            return metrics_.gauge(name,
                                  {{"controller", options.name}, {"finalizer", std::string(finalizer)}});
        };
        const double oldest = objects == 0 ? 0 : std::chrono::duration<double>(now - since).count();
        gauge("setpoint_terminating_objects").Set(static_cast<double>(objects));
        gauge("setpoint_terminating_oldest_seconds").Set(std::max(0.0, oldest));
    });
}

awaitable<void> controller::impl::announce(const watch& w, std::string_view reason) {
    constexpr std::size_t batch = 256;
    const auto all = cache_.watch(*w.kind, w.scope, w.need).walk({});
    if (!all) throw fault(all.error());
    std::vector<object_ptr> some;
    for (bool more = true; more;) {
        some.clear();
        more = (*all)->next(batch, some);
        for (const object_ptr& o : some) {
            try {
                changed(w, {object_change::kind::added, nullptr, o, true}, reason);
            } catch (const std::exception& e) {
                log.error("A predicate or mapping failed: the object is skipped",
                          {{"watch", w.reason}, {"error", e.what()}});
            }
        }
        if (more) co_await loop_.yield();
    }
}

void controller::cancel_reconciles() {
    if (impl_->tasks) impl_->tasks->request_stop();
}

awaitable<void> controller::impl::dispatch() {
    for (;;) {
        // The first watch is the one for the controller's own objects.
        if (std::exchange(presence_changed, false))
            co_await announce(watches.front(), "an optional kind came or went");
        while (active < options.max_concurrent && !tasks->stop_requested()) {
            auto next = queue.pop(loop_.now());
            if (!next) break;
            ++active;
            std::string name = options.name + " " + next->key.to_string();
            tasks->spawn(std::move(name), work(std::move(*next)));
        }
        if (failure) std::rethrow_exception(failure);
        // Workers also notify when they end.
        co_await wake.wait(active < options.max_concurrent ? queue.next_due() : never);
    }
}

// Starts with a reconcile and ends when none runs, so it is started at most once per warning period.
awaitable<void> controller::impl::watch_long_runs(time_point due) {
    for (; due != never; due = running.next()) {
        co_await loop_.sleep_until(due);
        running.report(loop_.now());
    }
}

const controller_options& controller::options() const {
    return impl_->options;
}
const kind_info& controller::kind() const {
    return impl_->kind;
}
const std::vector<watch>& controller::watches() const {
    return impl_->listed;
}
std::size_t controller::queued() const {
    const auto stats = impl_->queue.stats(impl_->loop_.now());
    std::size_t all = stats.waiting;
    for (const std::size_t d : stats.depth) all += d;
    return all;
}
std::size_t controller::active() const {
    return impl_->active;
}
std::vector<std::string> controller::history() const {
    return impl_->past.lines();
}

controller_report controller::report() const {
    const impl& i = *impl_;
    const time_point now = i.loop_.now();
    controller_report r;
    r.name = i.options.name;
    r.kind = i.kind.gvk.group.empty() ? i.kind.gvk.kind : i.kind.gvk.kind + "." + i.kind.gvk.group;
    r.workers = i.options.max_concurrent;
    r.active = i.active;
    r.queue = i.queue.stats(now);
    const time_point due = i.queue.next_due();
    r.next_in = due == never               ? duration(-1)
                : due == time_point::min() ? duration::zero()
                                           : std::max(duration::zero(), due - now);
    r.pauses_all = i.options.pause_all;
    r.paused = i.paused_objects();
    i.breaker.each_slowed([&](const object_key& key, const loop_breaker::observed& o) {
        r.slowed_keys.push_back({key, o.why ? o.why->message : std::string()});
    });
    for (const watch& w : i.listed) r.watches.push_back(w.kind->resource().group_resource());
    i.queue.for_each_in_flight(
        [&](const object_key& key, time_point since) { r.under_way.push_back({key, now - since}); });
    r.recent = i.past.records();
    return r;
}

}}  // namespace setpoint::v0
