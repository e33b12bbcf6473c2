#pragma once
// Handles of an operator's own metrics; metric_registry makes them.
//
// Handles are values. They may be copied, outlive the registry, and belong to the loop's thread: code that
// runs by ctx.blocking() returns its numbers instead. A handle that was default-constructed counts nothing,
// for reconcilers that a unit test makes without a manager.

#include "setpoint/core/clock.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

namespace detail {
enum class metric_type : std::uint8_t { counter, gauge, histogram };
struct metric_family_state;
// One time series.
struct metric_series {
    std::vector<std::string> label_values;
    double value = 0;                   // of a histogram: the sum
    std::vector<double> limits;         // of a histogram
    std::vector<std::uint64_t> counts;  // of a histogram: by bucket, the last one has no limit
};
using metric_series_ptr = std::shared_ptr<metric_series>;
// Null: nothing is counted.
metric_series_ptr series_of(metric_family_state* family, std::span<const std::string_view> label_values);
bool remove_series(metric_family_state* family, std::span<const std::string_view> label_values);
void limit_series(metric_family_state* family, std::size_t most);
}  // namespace detail

// Only goes up.
class counter {
public:
    counter() = default;
    explicit counter(detail::metric_series_ptr to) : to_(std::move(to)) {}
    void increment() const noexcept {
        if (to_) ++to_->value;
    }
    // Throws std::invalid_argument unless by >= 0.
    void increment(double by) const;
    double value() const noexcept { return to_ ? to_->value : 0; }

private:
    detail::metric_series_ptr to_;
};

class gauge {
public:
    gauge() = default;
    explicit gauge(detail::metric_series_ptr to) : to_(std::move(to)) {}
    void set(double value) const noexcept {
        if (to_) to_->value = value;
    }
    void increment(double by = 1) const noexcept {
        if (to_) to_->value += by;
    }
    void decrement(double by = 1) const noexcept { increment(-by); }
    double value() const noexcept { return to_ ? to_->value : 0; }

private:
    detail::metric_series_ptr to_;
};

class histogram {
public:
    histogram() = default;
    explicit histogram(detail::metric_series_ptr to) : to_(std::move(to)) {}
    void observe(double value) const noexcept;
    // In seconds.
    void observe(duration d) const noexcept { observe(std::chrono::duration<double>(d).count()); }
    std::uint64_t count() const noexcept;
    double sum() const noexcept { return to_ ? to_->value : 0; }

private:
    detail::metric_series_ptr to_;
};

// A metric with N labels: a series of its own for each combination of their values.
//
// Every series costs memory here and in Prometheus, so a family has at most `most_series` of them (at_most()
// changes that). Beyond it, counters and histograms count into one more series whose label values are all
// "_other", so that sums stay right; gauges of further values are not shown. The log says so once. Never use
// what is unbounded (UIDs, error texts, pods) as a label; remove() the series of what is gone.
template <class Metric, std::size_t N>
class metric_family {
public:
    static constexpr std::size_t most_series = 1000;

    metric_family() = default;
    explicit metric_family(std::shared_ptr<detail::metric_family_state> state) : state_(std::move(state)) {}

    // The series with these label values, in the order of the labels; made when there is none. Keep it where
    // it is used often. Bytes that are not UTF-8 become U+FFFD, and values are cut at 256 bytes.
    template <std::convertible_to<std::string_view>... V>
        requires(sizeof...(V) == N)
    Metric with(const V&... values) const {
        const std::string_view all[] = {std::string_view(values)...};
        return Metric(detail::series_of(state_.get(), all));
    }
    // The series is no longer shown; handles of it count for nothing. False: there was none.
    template <std::convertible_to<std::string_view>... V>
        requires(sizeof...(V) == N)
    bool remove(const V&... values) const {
        const std::string_view all[] = {std::string_view(values)...};
        return detail::remove_series(state_.get(), all);
    }
    metric_family at_most(std::size_t series) const {
        detail::limit_series(state_.get(), series);
        return *this;
    }

private:
    std::shared_ptr<detail::metric_family_state> state_;
};

}  // namespace setpoint
