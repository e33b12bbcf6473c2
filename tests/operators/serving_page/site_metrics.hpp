#pragma once
// The metrics of docs/serving.md, compiled; page_test.cpp compares the two.
#include <setpoint/manager/manager.hpp>

struct site_metrics {
    explicit site_metrics(setpoint::metric_registry& r)
        : begun(
              r.counter("site_rollouts_total", "Rollouts that began.", {"namespace", "image"}).at_most(200)),
          seconds(
              r.histogram("site_rollout_seconds", "Time until a rollout was complete.", {1.0, 10.0, 60.0})),
          backlog(r.gauge("site_backlog", "Sites that wait for a slot.")) {}

    setpoint::metric_family<setpoint::counter, 2> begun;
    setpoint::histogram seconds;
    setpoint::gauge backlog;
};

inline void began(const site_metrics& m, std::string_view ns, std::string_view image) {
    m.begun.with(ns, image).increment();
    m.backlog.decrement();
}

inline void ended(const site_metrics& m, setpoint::duration took) {
    m.seconds.observe(took);
}
