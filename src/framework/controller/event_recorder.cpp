#include "setpoint/controller/event_recorder.hpp"

#include "framework/controller/event_aggregator.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/shortened.hpp"

#include <prometheus/counter.h>

#include <set>

namespace setpoint { inline namespace v0 {

namespace {

// Limits of events.k8s.io/v1, in bytes (k8s.io/kubernetes/pkg/apis/core/validation/events.go).
constexpr std::size_t max_note = 1024, max_reason = 128, max_instance = 128;
// Required by the API, but hardly any tool shows it.
constexpr std::string_view action = "Reconcile";
// Logged causes of failure that are remembered; beyond this limit they are logged again.
constexpr std::size_t max_told = 256;

std::string_view type_name(event_type t) {
    return t == event_type::normal ? "Normal" : "Warning";
}

std::string namespace_of(const event_subject& object) {
    return object.ns.empty() ? "default" : object.ns.str();
}

event_aggregator::ended ended_by(const error& e, bool create) {
    using ended = event_aggregator::ended;
    if (e.http_status / 100 == 2) return ended::written;  // only the response could not be read
    switch (e.code) {
        case errc::already_exists:  // the name is random, so an earlier attempt succeeded
            return create ? ended::written : ended::refused;
        case errc::not_found:
            return create ? ended::refused : ended::gone;
        // A patch sets an absolute count and may be repeated. So may a creation whose outcome is known, since
        // the event has a fixed name.
        case errc::unknown_outcome:
        case errc::timeout:
            return create ? ended::unknown : ended::try_again;
        case errc::unreachable:
        case errc::connection_lost:
        case errc::too_many_requests:
        case errc::server_error:
        case errc::conflict:
            return ended::try_again;
        default:
            return ended::refused;
    }
}

}  // namespace

struct event_recorder::impl {
    impl(loop& l, client& c, logger log_, metrics& m, std::string name, std::string at)
        : loop_(l),
          api(c),
          log(std::move(log_)),
          controller(std::move(name)),
          instance(shortened(at, max_instance)),
          events(l.random()),
          wake(l),
          sent(m.counter("setpoint_events_recorded_total", {{"result", "sent"}})),
          dropped(m.counter("setpoint_events_recorded_total", {{"result", "dropped"}})),
          failed(m.counter("setpoint_events_recorded_total", {{"result", "failed"}})) {}

    awaitable<void> write(event_write w);
    call call_for(const event_write& w) const;
    awaitable<void> write_all();
    void settle(const event_write& w, const result<>& r);
    void tell(const event_write& w, const error& why);
    void forget_told(const std::string& ns);

    loop& loop_;
    client& api;
    logger log;
    const std::string controller, instance;
    event_aggregator events;
    notifier wake;
    prometheus::Counter &sent, &dropped, &failed;
    std::set<std::pair<std::string, errc>> told;  // namespace and cause
    bool told_dropped = false;
    std::size_t given_up = 0;  // in an interrupted drain()
};

event_recorder::event_recorder(loop& l, client& api, logger log, metrics& m, std::string controller,
                               std::string instance)
    : impl_(std::make_unique<impl>(l, api, std::move(log), m, std::move(controller), std::move(instance))) {}

event_recorder::~event_recorder() = default;

void event_recorder::record(const kind_info& kind, const void* object, event_type type,
                            std::string_view reason, std::string note) {
    impl& i = *impl_;
    const basic_meta& meta = kind.meta(object);
    event_facts facts{{meta.uid, kind.gvk.api_version(), kind.gvk.kind, meta.ns, meta.name},
                      type,
                      shortened(reason, max_reason),
                      shortened(note, max_note)};
    if (i.log.enabled(log_level::debug))
        i.log.debug("Event", {{"kind", kind.gvk.kind},
                              {"object", key_of(meta).to_string()},
                              {"type", type_name(type)},
                              {"reason", facts.reason},
                              {"note", facts.note}});
    switch (i.events.add(std::move(facts), i.loop_.now(), i.loop_.wall_now())) {
        case event_aggregator::taken::started:
        case event_aggregator::taken::repeated:
            i.wake.notify();
            return;
        case event_aggregator::taken::too_many:
            i.dropped.Increment();
            i.log.debug("The event was dropped: too many about this object");
            return;
        case event_aggregator::taken::full:
            i.dropped.Increment();
            if (!i.told_dropped) i.log.warn("Kubernetes events are dropped: too many wait to be written");
            i.told_dropped = true;
            return;
    }
}

awaitable<void> event_recorder::run() {
    impl& i = *impl_;
    for (;;) {
        if (auto w = i.events.next(i.loop_.now()))
            co_await i.write(std::move(*w));
        else
            co_await i.wake.wait(i.events.next_due());
    }
}

awaitable<bool> event_recorder::drain(duration budget) {
    impl_->events.flush(impl_->loop_.now());
    impl_->given_up = 0;
    const auto done =
        co_await with_timeout(impl_->loop_, budget, "writing the last events", impl_->write_all());
    if (!done)
        impl_->log.warn("Kubernetes events were not written",
                        {{"count", impl_->events.pending() + impl_->given_up}, {"budget", budget}});
    co_return done.has_value();
}

awaitable<void> event_recorder::impl::write_all() {
    while (auto w = events.next(loop_.now())) co_await write(std::move(*w));
}

awaitable<void> event_recorder::impl::write(event_write w) {
    result<> r;
    try {
        call c = call_for(w);
        c.answer_unread = true;  // the returned object is not used
        const auto answer = co_await api.write(kind_of<events_v1::event>(), std::move(c));
        if (!answer) r = answer.error();
    } catch (const cancelled&) {
        // drain() tries it again. Repeating a creation is harmless, since the event has a fixed name.
        const auto then = events.done(w.id, event_aggregator::ended::try_again, loop_.now());
        if (then == event_aggregator::verdict::failed) {
            failed.Increment();
            ++given_up;
        }
        throw;
    } catch (const std::exception& e) {
        // Events are best effort: a faulty client must not end the task that writes them.
        r = error(errc::failed, e.what());
    }
    settle(w, r);
}

call event_recorder::impl::call_for(const event_write& w) const {
    const micro_timestamp last = micro_timestamp::from(w.last);
    const std::string ns = namespace_of(w.facts.regarding);
    if (!w.create) {
        boost::json::object patch{
            {"series", boost::json::object{{"count", w.count}, {"lastObservedTime", last.to_string()}}}};
        return api.merge_call(kind_of<events_v1::event>(), {ns, w.name}, std::move(patch), {}, {});
    }
    const event_subject& about = w.facts.regarding;
    events_v1::event e;
    e.metadata.name = w.name;
    e.metadata.ns = ns;
    e.event_time = micro_timestamp::from(w.first);
    if (w.count > 1) {
        events_v1::event_series& series = e.series.emplace();
        series.count = w.count;
        series.last_observed_time = last;
    }
    e.reporting_controller = controller;
    e.reporting_instance = instance;
    e.action = action;
    e.reason = w.facts.reason;
    e.regarding.api_version = about.api_version;
    e.regarding.kind = about.kind;
    e.regarding.ns = about.ns;
    e.regarding.name = about.name;
    e.regarding.uid = about.uid;
    e.note = w.facts.note;
    e.type = type_name(w.facts.type);
    return api.create_call(kind_of<events_v1::event>(), &e, {});
}

void event_recorder::impl::settle(const event_write& w, const result<>& r) {
    using ended = event_aggregator::ended;
    const ended how = r ? ended::written : ended_by(r.error(), w.create);
    const duration wait = r || !r.error().retry_after ? duration::zero() : duration(*r.error().retry_after);
    switch (events.done(w.id, how, loop_.now(), wait)) {
        case event_aggregator::verdict::sent:
            sent.Increment();
            forget_told(namespace_of(w.facts.regarding));
            return;
        case event_aggregator::verdict::failed:
            failed.Increment();
            tell(w, r.error());
            return;
        case event_aggregator::verdict::again:
            if (how == ended::try_again) tell(w, r.error());
            return;
    }
}

// Logs once for each cause and namespace, until a write into the namespace succeeds.
void event_recorder::impl::tell(const event_write& w, const error& why) {
    const std::string ns = namespace_of(w.facts.regarding);
    if (told.size() >= max_told) told.clear();
    if (!told.emplace(ns, why.code).second) return;
    const std::string_view advice =
        why.code == errc::forbidden ? "allow the verbs create and patch on events (events.k8s.io)" : "";
    log.warn("Kubernetes events cannot be written",
             {{"namespace", ns}, {"error", why.to_string()}, {"advice", advice}});
}

void event_recorder::impl::forget_told(const std::string& ns) {
    told_dropped = false;
    std::erase_if(told, [&](const auto& t) { return t.first == ns; });
}

}}  // namespace setpoint::v0
