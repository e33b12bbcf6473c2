#pragma once
// The metrics of one informer.

#include "framework/cache/watch_frames.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/metrics.hpp"

#include <string>

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
    informer_metrics(metrics& m, const informer_target& target);
    void set_state(sync_state s);
    void listed(bool succeeded);
    void watch_opened();
    void event(watch_event e, wall_time now);
    void unreadable(std::size_t objects);

private:
    prometheus::Gauge* states_[sync_state_count];
    prometheus::Gauge& last_event_;
    prometheus::Counter &lists_succeeded_, &lists_failed_, &watches_, &unreadable_;
    prometheus::Counter* events_[5];
};

}}  // namespace setpoint::v0
