#pragma once
// The metrics of one informer.

#include "framework/cache/freshness.hpp"
#include "framework/cache/watch_frames.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/metrics.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

struct informer_target;
class namespace_shard;

// Objects and bytes of one shard of an informer.
class shard_metrics {
public:
    // `view` distinguishes the collections of one informer.
    shard_metrics(metrics& m, const informer_target& target, const std::string& view);
    void update(const namespace_shard& shard);

private:
    prometheus::Gauge *objects_, *bytes_;
};

class informer_metrics {
public:
    // `time` must outlive it.
    informer_metrics(metrics& m, const informer_target& target, const clock& time);
    informer_metrics(const informer_metrics&) = delete;
    informer_metrics& operator=(const informer_metrics&) = delete;
    void set_state(sync_state s);
    // A response to a list or watch has begun, with this header Date.
    void answered(std::string_view date) { fresh_.answered(date, time_.now()); }
    void listed(bool succeeded);
    void watch_opened();
    void event(watch_event e, wall_time now);
    void unreadable(std::size_t objects);

private:
    const clock& time_;
    freshness fresh_;
    bool is_served_ = true;
    prometheus::Gauge* states_[sync_state_count];
    prometheus::Gauge &last_event_, &age_;
    prometheus::Counter &lists_succeeded_, &lists_failed_, &watches_, &unreadable_;
    prometheus::Counter* events_[5];
    std::shared_ptr<void> updates_;  // of the age, at each scrape
};

}}  // namespace setpoint::v0
