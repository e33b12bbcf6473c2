#pragma once
// An operator's own metrics, served on the manager's /metrics with those of the framework. See
// docs/serving.md.
//
//     auto begun = m.metrics().counter("site_rollouts_total", "Rollouts that began.",
//                                      {"namespace"});
//     ...
//     begun.with(self.metadata.ns).increment();
//
// Declare a metric in the set-up function and keep the handle. An identical declaration returns the
// same metric.
// Errors, thrown as fault(errc::failed) and ending the program with that message: the name is
// invalid, reserved for the framework (see metrics::reserved_prefix), or was declared differently
// before; a label is invalid; the buckets do not ascend.

#include "setpoint/core/log.hpp"
#include "setpoint/core/metric_handles.hpp"
#include "setpoint/core/metrics.hpp"

#include <functional>
#include <initializer_list>

namespace setpoint { inline namespace v0 {

// The ascending upper limits of a histogram's buckets. The last bucket is unlimited and not listed.
// Each limit costs one more series for every combination of label values.
class bucket_limits {
public:
    // Prometheus' default: 5 ms to 10 s.
    bucket_limits();
    bucket_limits(std::initializer_list<double> limits) : limits_(limits) {}
    // `count` limits, each `factor` times the previous one.
    // Precondition: `first` > 0, `factor` > 1, and at most 128 limits; violations are reported when the
    // histogram is declared.
    static bucket_limits exponential(double first, double factor, std::size_t count);

    const std::vector<double>& limits() const { return limits_; }

private:
    std::vector<double> limits_;
};

// One for each manager: manager::metrics() returns it. Handles share the ownership of their metric, so
// that neither has to outlive the other.
class metric_registry {
public:
    // `shown_with` must outlive this object and exports its metrics as long as it lives.
    // `log` reports failing functions and families that have reached their limit of series.
    metric_registry(metrics& shown_with, logger log);
    metric_registry(const metric_registry&) = delete;
    metric_registry& operator=(const metric_registry&) = delete;
    ~metric_registry();

    // Without labels: exported from now on, starting at 0.
    setpoint::counter counter(std::string name, std::string help) {
        return setpoint::counter(
            only_series(declare(type::counter, std::move(name), std::move(help), {}, {})));
    }
    setpoint::gauge gauge(std::string name, std::string help) {
        return setpoint::gauge(only_series(declare(type::gauge, std::move(name), std::move(help), {}, {})));
    }
    // A gauge that is read at each scrape. `read` must return immediately and live as long as the
    // registry. Its exceptions are logged, and the value stays unchanged.
    void gauge(std::string name, std::string help, std::function<double()> read);
    // The name should end with the unit, "_seconds" or "_bytes", as Prometheus recommends.
    setpoint::histogram histogram(std::string name, std::string help, const bucket_limits& buckets = {}) {
        return setpoint::histogram(
            only_series(declare(type::histogram, std::move(name), std::move(help), {}, buckets.limits())));
    }

    // With labels: counter("site_rollouts_total", "...", {"namespace", "result"}).
    // At most 16 labels. Their values are passed to metric_family::with() in the same order.
    template <std::size_t N>
    metric_family<setpoint::counter, N> counter(std::string name, std::string help,
                                                const std::string_view (&labels)[N]) {
        return metric_family<setpoint::counter, N>(
            declare(type::counter, std::move(name), std::move(help), labels, {}));
    }
    template <std::size_t N>
    metric_family<setpoint::gauge, N> gauge(std::string name, std::string help,
                                            const std::string_view (&labels)[N]) {
        return metric_family<setpoint::gauge, N>(
            declare(type::gauge, std::move(name), std::move(help), labels, {}));
    }
    template <std::size_t N>
    metric_family<setpoint::histogram, N> histogram(std::string name, std::string help,
                                                    const std::string_view (&labels)[N],
                                                    const bucket_limits& buckets = {}) {
        return metric_family<setpoint::histogram, N>(
            declare(type::histogram, std::move(name), std::move(help), labels, buckets.limits()));
    }

    // Called before each scrape, for gauges with labels that are not updated otherwise. Rules as
    // for `read`.
    // Several functions run in the order in which they were added. There is no way to remove one: what
    // it refers to must live as long as the registry.
    void on_scrape(std::function<void()> update);

private:
    using type = detail::metric_type;
    struct impl;

    std::shared_ptr<detail::metric_family_state> declare(type kind, std::string name, std::string help,
                                                         std::span<const std::string_view> labels,
                                                         std::vector<double> buckets);
    static detail::metric_series_ptr only_series(const std::shared_ptr<detail::metric_family_state>& family) {
        return detail::series_of(family.get(), {});
    }

    std::shared_ptr<impl> impl_;
};

}}  // namespace setpoint::v0
