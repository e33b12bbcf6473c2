#include "framework/controller/controller_metrics.hpp"

namespace setpoint { inline namespace v0 {

controller_metrics::controller_metrics(metrics& m, const std::string& name, std::size_t workers)
    : success(m.counter("controller_runtime_reconcile_total", {{"controller", name}, {"result", "success"}})),
      requeue(m.counter("controller_runtime_reconcile_total", {{"controller", name}, {"result", "requeue"}})),
      requeue_after(m.counter("controller_runtime_reconcile_total",
                              {{"controller", name}, {"result", "requeue_after"}})),
      error_results(
          m.counter("controller_runtime_reconcile_total", {{"controller", name}, {"result", "error"}})),
      errors(m.counter("controller_runtime_reconcile_errors_total", {{"controller", name}})),
      terminal_errors(
          m.counter("controller_runtime_terminal_reconcile_errors_total", {{"controller", name}})),
      panics(m.counter("controller_runtime_reconcile_panics_total", {{"controller", name}})),
      timeouts(m.counter("controller_runtime_reconcile_timeouts_total", {{"controller", name}})),
      reconcile_time(m.histogram("controller_runtime_reconcile_time_seconds", {{"controller", name}})),
      active(m.gauge("controller_runtime_active_workers", {{"controller", name}})),
      adds(m.counter("workqueue_adds_total", {{"name", name}, {"controller", name}})),
      retries(m.counter("workqueue_retries_total", {{"name", name}, {"controller", name}})),
      queue_duration(m.histogram("workqueue_queue_duration_seconds", {{"name", name}, {"controller", name}})),
      work_duration(m.histogram("workqueue_work_duration_seconds", {{"name", name}, {"controller", name}})),
      unfinished(m.gauge("workqueue_unfinished_work_seconds", {{"name", name}, {"controller", name}})),
      longest(m.gauge("workqueue_longest_running_processor_seconds", {{"name", name}, {"controller", name}})),
      paused(m.gauge("setpoint_paused_objects", {{"controller", name}})),
      slowed(m.gauge("setpoint_slowed_keys", {{"controller", name}})),
      loops(m.counter("setpoint_reconcile_cycles_total", {{"controller", name}, {"pattern", "loop"}})),
      fights(m.counter("setpoint_reconcile_cycles_total", {{"controller", name}, {"pattern", "fight"}})) {
    m.gauge("controller_runtime_max_concurrent_reconciles", {{"controller", name}})
        .Set(static_cast<double>(workers));
    for (std::size_t i = 0; i < lane_count; ++i) {
        const std::string in(to_string(static_cast<lane>(i)));
        depth[i] = &m.gauge("workqueue_depth", {{"name", name}, {"controller", name}, {"priority", in}});
    }
}

void controller_metrics::refresh(const queue_stats& s) {
    for (std::size_t i = 0; i < lane_count; ++i) depth[i]->Set(static_cast<double>(s.depth[i]));
    unfinished.Set(std::chrono::duration<double>(s.unfinished).count());
    longest.Set(std::chrono::duration<double>(s.longest).count());
    adds.Increment(static_cast<double>(s.adds - seen_adds_));
    retries.Increment(static_cast<double>(s.retries - seen_retries_));
    seen_adds_ = s.adds;
    seen_retries_ = s.retries;
}

}}  // namespace setpoint::v0
