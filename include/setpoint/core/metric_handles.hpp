#pragma once
// Handles of an operator's own metrics; created by metric_registry.
//
// Handles are values. They may be copied and may outlive the registry. They belong to the loop's
// thread: code in ctx.blocking() must return its numbers instead. A default-constructed handle
// counts nothing; that is for reconcilers in unit tests without a manager.

#include "setpoint/core/clock.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace detail {
enum class metric_type : std::uint8_t { counter, gauge, histogram };
struct metric_family_state;
// One time series.
struct metric_series {
    std::vector<std::string> label_values;
    double value = 0;                   // of a histogram: the sum
    std::vector<double> limits;         // of a histogram
    std::vector<std::uint64_t> counts;  // of a histogram: by bucket; the last is unlimited
};
using metric_series_ptr = std::shared_ptr<metric_series>;
// Null: nothing is counted.
metric_series_ptr series_of(metric_family_state* family, std::span<const std::string_view> label_values);
bool remove_series(metric_family_state* family, std::span<const std::string_view> label_values);
void limit_series(metric_family_state* family, std::size_t most);
}  // namespace detail

// A value that only increases.
// For numbers of events: Prometheus computes rates from it and recognizes a restart by the decrease.
class counter {
public:
    counter() = default;
    explicit counter(detail::metric_series_ptr to) : to_(std::move(to)) {}
    void increment() const noexcept {
        if (to_) ++to_->value;
    }
    // Throws std::invalid_argument if by < 0.
    void increment(double by) const;
    // Returns the current value; 0 for a handle without a metric. For tests.
    double value() const noexcept { return to_ ? to_->value : 0; }

private:
    detail::metric_series_ptr to_;
};

// A value of the moment that may rise and fall, such as the length of a queue. A default-constructed
// one ignores every value.
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

// Counts observations in buckets with the upper limits that the metric was declared with.
class histogram {
public:
    histogram() = default;
    explicit histogram(detail::metric_series_ptr to) : to_(std::move(to)) {}
    // O(buckets). A value that equals a limit is within it; NaN is in the last bucket.
    void observe(double value) const noexcept;
    // Records seconds.
    void observe(duration d) const noexcept { observe(std::chrono::duration<double>(d).count()); }
    // Returns the number of observations in all buckets.
    std::uint64_t count() const noexcept;
    double sum() const noexcept { return to_ ? to_->value : 0; }

private:
    detail::metric_series_ptr to_;
};

// A metric with N labels: one series for each combination of their values.
//
// Every series costs memory here and in Prometheus, so a family has at most `most_series` of them
// (change it with at_most()). Beyond that, counters and histograms use one more series whose label
// values are all "_other", so that sums stay right; gauges for further values are not exported.
// This is logged once. Never use unbounded values (UIDs, error texts, pods) as labels, and remove()
// the series of deleted objects.
template <class Metric, std::size_t N>
class metric_family {
public:
    // The default of at_most().
    static constexpr std::size_t most_series = 1000;

    // Counts nothing, like a default-constructed handle.
    metric_family() = default;
    explicit metric_family(std::shared_ptr<detail::metric_family_state> state) : state_(std::move(state)) {}

    // Returns the series with these label values, in the order of the labels; creates it if needed.
    // Keep the result where it is used often. Invalid UTF-8 becomes U+FFFD, and values are cut at
    // 256 bytes.
    // O(log series). The result stays valid if the series is removed, and then counts nothing that is
    // shown.
    template <std::convertible_to<std::string_view>... V>
        requires(sizeof...(V) == N)
    Metric with(const V&... values) const {
        const std::string_view all[] = {std::string_view(values)...};
        return Metric(detail::series_of(state_.get(), all));
    }
    // Stops exporting the series; its handles then count nothing. Returns false if there was none.
    template <std::convertible_to<std::string_view>... V>
        requires(sizeof...(V) == N)
    bool remove(const V&... values) const {
        const std::string_view all[] = {std::string_view(values)...};
        return detail::remove_series(state_.get(), all);
    }
    // Applies to the family, and so to all copies of this handle; series that exist already stay.
    //     auto pods = m.metrics().gauge("site_pods", "Pods.", {"namespace", "name"}).at_most(5000);
    metric_family at_most(std::size_t series) const {
        detail::limit_series(state_.get(), series);
        return *this;
    }

private:
    std::shared_ptr<detail::metric_family_state> state_;
};

}}  // namespace setpoint::v0
