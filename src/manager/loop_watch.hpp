#pragma once
// Watches the turns of the loop: lag and length as metrics, and a log line that names a task which held it.

#include <setpoint/core/log.hpp>
#include <setpoint/core/loop.hpp>
#include <setpoint/core/metrics.hpp>

#include <prometheus/histogram.h>

namespace setpoint {

class loop_watch final : public loop_observer {
public:
    // A turn this long delays every probe and every lease renewal by as much.
    static constexpr duration long_turn = std::chrono::milliseconds(100);

    loop_watch(metrics& m, logger log)
        : lag_(m.histogram("setpoint_loop_lag_seconds", {})),
          held_(m.histogram("setpoint_loop_turn_seconds", {})),
          log_(std::move(log)) {}

    void turn(std::string_view task, duration held, duration lag) override {
        lag_.Observe(std::chrono::duration<double>(lag).count());
        held_.Observe(std::chrono::duration<double>(held).count());
        if (held >= long_turn)
            log_.warn("A task held the loop: move blocking or long work to ctx.blocking()",
                      {{"task", task}, {"held", held}});
    }

private:
    prometheus::Histogram &lag_, &held_;
    logger log_;
};

}  // namespace setpoint
