// How a controller uses its loop breaker: it reports writes and changes of keys that are observed, and says
// what was found.

#include "framework/controller/controller_impl.hpp"
#include "framework/controller/write_identity.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_writes = 64;  // that are observed in one reconcile

}  // namespace

void controller::impl::noting(const call& c) {
    if (!options.record_writes) return;
    reconcile_flight* const f = answers.flight_of(loop_.current());
    if (!f) return;
    if (f->writes.size() < reconcile_record::max_writes)
        f->writes.push_back(c.describe());
    else
        ++f->writes_left_out;
}

// Runs for every write of a client that the controllers of a process share.
std::uint32_t controller::impl::sending(const kind_info& of, const call& c) {
    reconcile_flight* const f = answers.flight_of(loop_.current());
    if (!f) return 0;
    f->has_written = true;
    if (!f->observed || f->observed->writes.size() >= max_writes) return 0;
    const cached_collection* const all = cache_.find(of, c.key.ns);
    const object_ptr before = all && !c.key.name.empty() ? all->find(c.key) : nullptr;
    loop_breaker::write w;
    w.form = form_id(c);
    w.body = body_id(c);
    if (before) w.version_before = of.meta(before.get()).resource_version.str();
    w.kind = of.gvk;
    w.of_status = c.subresource == "status";
    f->observed->writes.push_back(std::move(w));
    return static_cast<std::uint32_t>(f->observed->writes.size());
}

void controller::impl::answered(std::uint32_t number, const kind_info& of, const object_ptr& answer) {
    reconcile_flight* const f = answers.flight_of(loop_.current());
    if (!f || !f->observed || number > f->observed->writes.size() || !answer) return;
    loop_breaker::write& w = f->observed->writes[number - 1];
    const basic_meta& meta = of.meta(answer.get());
    w.object = object_id(of.gvk, meta.ns, meta.name);
    w.version = meta.resource_version.str();
    w.key = key_of(meta);
}

duration controller::impl::note_cause(const object_key& key, const kind_info& of, const object_ptr& before,
                                      const object_ptr& after, bool is_update) {
    loop_breaker::observed* const o = breaker.find(key);
    if (!o) return duration::zero();
    const basic_meta& meta = of.meta((after ? after : before).get());
    const object_meta* const old_meta = before ? of.full_meta(before.get()) : nullptr;
    const object_meta* const new_meta = after ? of.full_meta(after.get()) : nullptr;
    const bool of_spec = old_meta && new_meta && old_meta->generation != new_meta->generation;
    return breaker.queued(
        *o,
        {object_id(of.gvk, meta.ns, meta.name), meta.resource_version.str(), is_update, &of, before, after},
        of_spec);
}

void controller::impl::end_round(const item& i, reconcile_flight& flight, const logger& item_log) {
    const time_point now = loop_.now();
    const loop_breaker::verdict v = breaker.ended(i.key, flight.observed, flight.has_written, now);
    if (v.ended) item_log.info("The cycle has ended: this key is no longer slowed");
    if (v.found != cycle_pattern::none) {
        const bool is_loop = v.found == cycle_pattern::loop;
        if (observer && !observer->slows(options.name, i.key, is_loop ? "loop" : "fight"))
            flight.observed->delay = duration::zero();
        // A fight is reported by the next reconcile, which finds the other client's change.
        if (is_loop) report_cycle(i.key, *flight.observed, item_log, {});
    }
    if (breaker.wants_sweep(now)) sweep_cycles();
}

awaitable<void> controller::impl::name_fight(object_key key, loop_breaker::observed& o, logger item_log) {
    const loop_breaker::target* const t = o.target_of_cycle();
    std::string other;
    const auto same = [&](const watch& w) {
        return t && w.kind->gvk.group == t->kind.group && w.kind->gvk.kind == t->kind.kind;
    };
    const auto watched = std::ranges::find_if(watches, same);
    if (watched != watches.end()) {
        const kind_info& of = *watched->kind;
        const kind_info whole = dynamic_kind(of.gvk, of.plural, of.scope);
        const std::string field = changed_field(o.theirs, t->of_status);
        const auto read = co_await clients.live.get_object(whole, t->key);
        if (read)
            other = other_manager(static_cast<const dynamic_object*>(read->get())->json(), field,
                                  options.field_manager);
    }
    report_cycle(key, o, item_log, other);
}

void controller::impl::report_cycle(const object_key& key, loop_breaker::observed& o, const logger& item_log,
                                    std::string_view other) {
    const bool is_loop = o.found == cycle_pattern::loop;
    const loop_breaker::target* const t = o.target_of_cycle();
    const std::string field = changed_field(is_loop ? o.own : o.theirs, t && t->of_status);
    o.why = explain_cycle(o, field, options.field_manager, other);
    o.is_named = true;
    (is_loop ? measured.loops : measured.fights).Increment();
    if (is_loop)
        item_log.warn("The reconciles of this key cause each other: it is slowed",
                      {{"field", field}, {"why", o.why->message}});
    else
        item_log.warn("Another client keeps changing what this key writes: it is slowed",
                      {{"field", field}, {"manager", other}, {"why", o.why->message}});
    const object_ptr self = own_object(key);
    if (self) events.record(kind, self.get(), event_type::warning, o.why->reason, o.why->message);
}

void controller::impl::sweep_cycles() {
    for (const object_key& key : breaker.sweep(loop_.now()))
        log.info("The cycle has ended: the key is no longer slowed",
                 {{"namespace", key.ns}, {"name", key.name}});
}

}}  // namespace setpoint::v0
