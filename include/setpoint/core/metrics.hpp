#pragma once
// The framework's metrics: a facade over an injected prometheus-cpp registry. (For an operator's
// own metrics see metric_registry.) All names, help texts and buckets are in one table in
// metrics.cpp; requesting any other name is a programming error (logic_error).

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace prometheus {
class Collectable;
class Counter;
class Gauge;
class Histogram;
class Registry;
struct MetricFamily;
}  // namespace prometheus

namespace setpoint { inline namespace v0 {

// For calls only: an initializer list refers to a temporary. Order does not matter.
using metric_labels = std::initializer_list<std::pair<const std::string, std::string>>;

// Not thread-safe: the metrics that it returns are updated on the loop's thread, too. An unknown name
// throws std::logic_error, as does a name of another type.
class metrics {
public:
    // `registry` must outlive it. A second facade over the same registry shares its metrics.
    explicit metrics(prometheus::Registry& registry);
    metrics(const metrics&) = delete;
    metrics& operator=(const metrics&) = delete;
    ~metrics();

    // The same name and labels return the same metric. References are valid as long as the
    // registry: look up once and keep them.
    // Registers the metric at the first call. Costs a map look-up and an allocation for the labels,
    // which is too much for every event.
    prometheus::Counter& counter(std::string_view name, metric_labels labels);
    prometheus::Gauge& gauge(std::string_view name, metric_labels labels);
    prometheus::Histogram& histogram(std::string_view name, metric_labels labels);
    // Returns the ascending upper bucket limits of a histogram, without the unlimited last bucket.
    // The list lives as long as the program.
    static const std::vector<double>& buckets(std::string_view name);
    // Calls `update` at the start of each text(), as long as the returned handle lives. For
    // values that change too often to report each change, and for values of the moment, so that no
    // task has to wake up for them.
    // The handle is void because it only stands for a lifetime: it owns `update`, which ends with the
    // last copy of it.
    [[nodiscard]] std::shared_ptr<void> before_text(std::function<void()> update);
    // Exports these metrics too, as long as they live.
    void show(std::weak_ptr<const prometheus::Collectable> more) { shown_.push_back(std::move(more)); }
    // Returns all metrics in the Prometheus text format 0.0.4.
    // Families without a series are left out. Exceptions of an update pass through.
    std::string text() const;
    // Returns the sum of the series with this name whose labels include `labels`. For a histogram
    // use name_bucket (with le), name_sum or name_count. Returns nothing if there is no such
    // metric.
    // Runs the updates of before_text() and reads all metrics: for tests, not for frequent calls.
    std::optional<double> sum(std::string_view name, metric_labels labels = {}) const;
    // Returns all names, sorted, for messages.
    std::vector<std::string> names() const;
    // Returns the prefix that reserves this name for the framework, such as "workqueue_"; "" if the
    // name is free.
    static std::string_view reserved_prefix(std::string_view name);

private:
    std::vector<prometheus::MetricFamily> collect() const;

    struct families;
    std::unique_ptr<families> families_;
    prometheus::Registry& registry_;
    mutable std::vector<std::weak_ptr<std::function<void()>>> updates_;
    std::vector<std::weak_ptr<const prometheus::Collectable>> shown_;
};

}}  // namespace setpoint::v0
