#pragma once
// Monitors the turns of the loop: their lag and length as metrics, and a log line for a task that blocks it.

#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/metrics.hpp"

#include <prometheus/histogram.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// Collects observations until the next scrape: a turn takes microseconds, so the lock and search of a
// histogram would be too expensive.
class time_tally {
public:
    time_tally(metrics& m, std::string_view histogram) : to_(m.histogram(histogram, {})) {
        for (const double limit : metrics::buckets(histogram))
            limits_.push_back(std::chrono::duration_cast<duration>(std::chrono::duration<double>(limit)));
        counts_.resize(limits_.size() + 1);
    }
    void add(duration d) {
        // A linear search, since nearly all observations are in the first buckets.
        const auto bucket =
            std::find_if(limits_.begin(), limits_.end(), [d](duration limit) { return d <= limit; });
        ++counts_[static_cast<std::size_t>(bucket - limits_.begin())];
        sum_ += d;
    }
    void flush() {
        to_.ObserveMultiple(counts_, std::chrono::duration<double>(sum_).count());
        std::fill(counts_.begin(), counts_.end(), 0.0);
        sum_ = {};
    }

private:
    prometheus::Histogram& to_;
    std::vector<duration> limits_;
    std::vector<double> counts_;  // in the format of ObserveMultiple()
    duration sum_{};
};

class loop_monitor final : public loop_observer {
public:
    // A turn delays every probe and every lease renewal by its length.
    static constexpr duration long_turn = std::chrono::milliseconds(100);

    loop_monitor(metrics& m, logger log)
        : lag_(m, "setpoint_loop_lag_seconds"),
          held_(m, "setpoint_loop_turn_seconds"),
          log_(std::move(log)),
          scrapes_(m.before_text([this] { flush(); })) {}
    ~loop_monitor() override { flush(); }
    loop_monitor(const loop_monitor&) = delete;
    loop_monitor& operator=(const loop_monitor&) = delete;

    void turn(std::string_view task, duration held, duration lag) override {
        lag_.add(lag);
        held_.add(held);
        if (held >= long_turn)
            log_.warn("A task held the loop: move blocking or long work to ctx.blocking()",
                      {{"task", task}, {"held", held}});
    }

private:
    void flush() {
        lag_.flush();
        held_.flush();
    }

    time_tally lag_, held_;
    logger log_;
    std::shared_ptr<void> scrapes_;
};

}}  // namespace setpoint::v0
