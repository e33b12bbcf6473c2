// How a controller pauses objects: it follows the annotation, holds their keys back, and keeps the condition.

#include "framework/controller/controller_impl.hpp"

namespace setpoint { inline namespace v0 {

namespace {

constexpr duration after_conflict = std::chrono::seconds(1), after_failure = std::chrono::seconds(30);

// Whether another attempt may succeed.
bool is_transient(const error& e) {
    return e.code != errc::invalid && e.code != errc::forbidden && e.code != errc::unsupported;
}

logger naming(const logger& log, const object_key& key) {
    return log.with({{"namespace", key.ns}, {"name", key.name}});
}

}  // namespace

object_ptr controller::impl::own_object(const object_key& key) const {
    const cached_collection* const all = cache_.find(kind, key.ns);
    return all ? all->find(key) : nullptr;
}

std::size_t controller::impl::paused_objects() const {
    if (!options.pause_all) return paused.count();
    const watch& own = watches.front();
    return cache_.watch(*own.kind, own.scope, own.need).size();
}

// Runs for each change of the controller's own objects.
void controller::impl::note_pause(const object_change& c) {
    if (options.pause_all) return;
    const object_ptr& o = c.after ? c.after : c.before;
    const object_meta* const meta = kind.full_meta(o.get());
    if (!meta) return;
    if (!c.after) {
        if (!paused.empty()) paused.gone(key_of(*meta));
        return;
    }
    const bool may_pause = options.pauses_deletion || !is_deleting(*meta);
    std::optional<std::string_view> value;
    if (may_pause && !meta->annotations.empty()) {
        const auto at = meta->annotations.find(pause_annotation);
        if (at != meta->annotations.end()) value = at->second.view();
    }
    // An earlier process may have left the condition.
    const bool says_so = !c.before && conditions.paused(o.get());
    if (!value && !says_so && paused.empty()) return;
    const object_key key = key_of(*meta);
    if (paused.seen(key, value ? &*value : nullptr, says_so, c.initial, loop_.wall_now()))
        enqueue(key, c.initial ? lane::initial : lane::fresh, "pause");
}

bool controller::impl::is_held(const object_key& key) const {
    if (!options.pause_all) return paused.holds(key, loop_.wall_now());
    const object_ptr o = own_object(key);
    const object_meta* const meta = o ? kind.full_meta(o.get()) : nullptr;
    return o && (!meta || options.pauses_deletion || !is_deleting(*meta));
}

awaitable<std::optional<time_point>> controller::impl::pause_turn(const object_key& key) {
    if (options.pause_all) {
        if (is_held(key)) co_return never;
        co_return std::nullopt;
    }
    const pauses::entry* e = paused.turn(key, loop_.wall_now());
    if (!e) co_return std::nullopt;
    const pauses::entry was = *e;
    bool written = true;
    if (!was.what)
        written = co_await say_resumed(key);
    else if (!was.is_said)
        written = co_await say_paused(key, *was.what, was.is_initial);
    // It may have changed meanwhile.
    pauses::entry* const now = paused.turn(key, loop_.wall_now());
    if (!now) co_return std::nullopt;
    if (now->what.has_value() != was.what.has_value() || now->value != was.value) co_return loop_.now();
    if (!now->what) {
        if (written)
            paused.resumed(key);
        else
            enqueue_at(key, saturating_add(loop_.now(), after_failure), "pause");
        co_return std::nullopt;
    }
    now->is_said = written;
    if (!written) co_return saturating_add(loop_.now(), after_conflict);
    if (!now->what->until) co_return never;
    co_return saturating_add(loop_.now(), *now->what->until - loop_.wall_now());
}

awaitable<bool> controller::impl::say_paused(const object_key& key, const pause& what, bool is_initial) {
    const object_ptr self = own_object(key);
    if (!self) co_return true;
    const std::string message = what.message();
    const std::vector<condition>* const all = conditions.of(self.get());
    const condition* const there = all ? find_condition(*all, paused_condition) : nullptr;
    const bool is_ours = !there || there->reason == paused_reason;
    const bool is_true = there && there->status == condition_status::true_;
    if (is_ours && is_true && there->message == message) co_return true;
    if (all && is_ours) {
        const timestamp since = is_true ? there->last_transition_time : timestamp::from(loop_.wall_now());
        const auto written = co_await write_paused_condition(clients.reads, kind, *kind.full_meta(self.get()),
                                                             options.field_manager, message, since);
        const bool failed = !written && written.error().code != errc::not_found;
        if (failed && is_transient(written.error())) co_return false;
        if (failed)
            naming(log, key).warn("The condition Paused cannot be written",
                                  {{"error", written.error().to_string()}});
    }
    naming(log, key).info("Paused", {{"why", message}});
    // Without a condition, it is not known whether an earlier process recorded the event.
    if (all || !is_initial) events.record(kind, self.get(), event_type::normal, "Paused", message);
    co_return true;
}

awaitable<bool> controller::impl::say_resumed(const object_key& key) {
    constexpr unsigned attempts = 2;
    object_ptr self = own_object(key);
    for (unsigned n = 0; self && n < attempts; ++n) {
        const object_meta& meta = *kind.full_meta(self.get());
        const condition* const there = is_deleting(meta) ? nullptr : conditions.paused(self.get());
        if (!there) break;
        const auto index = static_cast<std::size_t>(there - conditions.of(self.get())->data());
        const auto removed =
            co_await remove_paused_condition(clients.reads, kind, meta, options.field_manager, index);
        if (removed || removed.error().code == errc::not_found) break;
        if (is_transient(removed.error())) co_return false;
        if (removed.error().code == errc::forbidden || n + 1 == attempts) {
            naming(log, key).warn("The condition Paused cannot be removed",
                                  {{"error", removed.error().to_string()}});
            break;
        }
        // The cache was behind: the condition is elsewhere in the list, or gone.
        const auto fresh = co_await clients.live.get_object(kind, key);
        self = fresh ? *fresh : nullptr;
    }
    naming(log, key).info("Resumed");
    if (self) events.record(kind, self.get(), event_type::normal, "Resumed", "Reconciled again");
    co_return true;
}

}}  // namespace setpoint::v0
