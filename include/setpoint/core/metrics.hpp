#pragma once
// The framework's metrics: a facade over an injected prometheus-cpp registry. (An operator's own:
// metric_registry.) All names, help texts and buckets stand in metrics.cpp, in one table; asking for a name
// that is not in it is a programming error (logic_error).

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

namespace setpoint {

using metric_labels = std::initializer_list<std::pair<const std::string, std::string>>;

class metrics {
public:
    // `registry` outlives it. A second facade over one registry shares its metrics.
    explicit metrics(prometheus::Registry& registry);
    metrics(const metrics&) = delete;
    metrics& operator=(const metrics&) = delete;
    ~metrics();

    // The same name and labels give the same metric. References stay valid as long as the registry: look up
    // once, keep them.
    prometheus::Counter& counter(std::string_view name, metric_labels labels);
    prometheus::Gauge& gauge(std::string_view name, metric_labels labels);
    prometheus::Histogram& histogram(std::string_view name, metric_labels labels);
    // The upper limits of the buckets of that histogram, ascending, without the last one, which has none.
    static const std::vector<double>& buckets(std::string_view name);
    // Called at the begin of each text(), as long as what is returned lives: for what is counted too often to
    // be told one by one, or is a moment's state, so that nobody has to wake up for it.
    [[nodiscard]] std::shared_ptr<void> before_text(std::function<void()> update);
    // Shows more metrics, as long as they live.
    void show(std::weak_ptr<const prometheus::Collectable> more) { shown_.push_back(std::move(more)); }
    // Everything, in the Prometheus text format 0.0.4.
    std::string text() const;
    // The sum of the series with this name whose labels are, among others, `labels`; of a histogram, those of
    // name_bucket (with le), name_sum and name_count. Nothing when there is no such metric.
    std::optional<double> sum(std::string_view name, metric_labels labels = {}) const;
    // All names, sorted; for messages.
    std::vector<std::string> names() const;
    // The prefix that reserves this name for the framework: "workqueue_"; "" when it is free.
    static std::string_view reserved_prefix(std::string_view name);

private:
    std::vector<prometheus::MetricFamily> collect() const;

    struct families;
    std::unique_ptr<families> families_;
    prometheus::Registry& registry_;
    mutable std::vector<std::weak_ptr<std::function<void()>>> updates_;
    std::vector<std::weak_ptr<const prometheus::Collectable>> shown_;
};

}  // namespace setpoint
