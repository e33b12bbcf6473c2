#include "framework/cache/informer_metrics.hpp"

#include "framework/cache/informer.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>

namespace setpoint { inline namespace v0 {

namespace {

std::string selectors(const informer_target& t) {
    if (t.label_selector.empty() || t.field_selector.empty()) return t.label_selector + t.field_selector;
    return t.label_selector + ";" + t.field_selector;
}

prometheus::Gauge& gauge(metrics& m, std::string_view name, const informer_target& t, std::string label,
                         std::string value) {
    return m.gauge(name, {{"resource", t.resource.group_resource()},
                          {"namespace", t.ns},
                          {"selector", selectors(t)},
                          {std::move(label), std::move(value)}});
}

prometheus::Counter& counter(metrics& m, std::string_view name, const informer_target& t, std::string label,
                             std::string value) {
    return m.counter(name, {{"resource", t.resource.group_resource()},
                            {"namespace", t.ns},
                            {"selector", selectors(t)},
                            {std::move(label), std::move(value)}});
}

}  // namespace

shard_metrics::shard_metrics(metrics& m, const informer_target& t, const std::string& view)
    : objects_(&gauge(m, "setpoint_informer_objects", t, "view", view)),
      bytes_(&gauge(m, "setpoint_informer_bytes", t, "view", view)) {}

void shard_metrics::update(const namespace_shard& shard) {
    objects_->Set(static_cast<double>(shard.objects().objects().size()));
    bytes_->Set(static_cast<double>(shard.objects().bytes()));
}

informer_metrics::informer_metrics(metrics& m, const informer_target& t, const clock& time)
    : time_(time),
      fresh_(time.now()),
      last_event_(m.gauge(
          "setpoint_informer_last_event_seconds",
          {{"resource", t.resource.group_resource()}, {"namespace", t.ns}, {"selector", selectors(t)}})),
      age_(m.gauge(
          "setpoint_informer_age_seconds",
          {{"resource", t.resource.group_resource()}, {"namespace", t.ns}, {"selector", selectors(t)}})),
      lists_succeeded_(counter(m, "setpoint_informer_lists_total", t, "result", "success")),
      lists_failed_(counter(m, "setpoint_informer_lists_total", t, "result", "error")),
      watches_(m.counter(
          "setpoint_informer_watches_total",
          {{"resource", t.resource.group_resource()}, {"namespace", t.ns}, {"selector", selectors(t)}})),
      unreadable_(counter(m, "setpoint_informer_events_total", t, "type", "unreadable")) {
    for (std::size_t s = 0; s < std::size(states_); ++s)
        states_[s] = &gauge(m, "setpoint_informer_state", t, "state",
                            std::string(to_string(static_cast<sync_state>(s))));
    for (std::size_t e = 0; e < std::size(events_); ++e)
        events_[e] = &counter(m, "setpoint_informer_events_total", t, "type",
                              std::string(to_string(static_cast<watch_event>(e))));
    set_state(sync_state::starting);
    updates_ = m.before_text([this] {
        const duration age = is_served_ ? fresh_.age(time_.now()) : duration::zero();
        age_.Set(std::chrono::duration<double>(age).count());
    });
}

void informer_metrics::set_state(sync_state s) {
    is_served_ = s != sync_state::not_served;
    for (std::size_t i = 0; i < std::size(states_); ++i)
        states_[i]->Set(i == static_cast<std::size_t>(s) ? 1 : 0);
}

void informer_metrics::listed(bool succeeded) {
    (succeeded ? lists_succeeded_ : lists_failed_).Increment();
    if (succeeded) fresh_.confirmed(time_.now());
}
void informer_metrics::watch_opened() {
    watches_.Increment();
}
void informer_metrics::unreadable(std::size_t objects) {
    if (objects > 0) unreadable_.Increment(static_cast<double>(objects));
}

void informer_metrics::event(watch_event e, wall_time now) {
    events_[static_cast<std::size_t>(e)]->Increment();
    last_event_.Set(std::chrono::duration<double>(now.time_since_epoch()).count());
    if (e != watch_event::error) fresh_.confirmed(time_.now());
}

}}  // namespace setpoint::v0
