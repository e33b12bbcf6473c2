#pragma once
// The metrics of one controller and its queue, with controller-runtime's names and labels.

#include "setpoint/core/metrics.hpp"
#include "setpoint/queue/detail/slot_queue.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>

namespace setpoint { inline namespace v0 {

struct controller_metrics {
    controller_metrics(metrics& m, const std::string& name, std::size_t workers);
    // Copies the queue's statistics; gauges and counters are only as current as the last call.
    void refresh(const queue_stats& s);

    prometheus::Counter &success, &requeue, &requeue_after, &error_results;
    prometheus::Counter &errors, &terminal_errors, &panics, &timeouts;
    prometheus::Histogram& reconcile_time;
    prometheus::Gauge& active;
    prometheus::Counter &adds, &retries;
    prometheus::Histogram &queue_duration, &work_duration;
    prometheus::Gauge &unfinished, &longest;
    prometheus::Gauge &paused, &slowed;
    prometheus::Counter &loops, &fights;
    prometheus::Gauge* depth[lane_count];

private:
    std::uint64_t seen_adds_ = 0, seen_retries_ = 0;
};

}}  // namespace setpoint::v0
