#pragma once
// One of an operator's own metrics with its series, and the rules for names.

#include "setpoint/core/log.hpp"
#include "setpoint/core/metric_handles.hpp"

#include <prometheus/metric_family.h>

#include <map>
#include <span>

namespace setpoint { inline namespace v0 { namespace detail {

struct metric_definition {
    metric_type kind = metric_type::counter;
    std::string name, help;
    std::vector<std::string> labels;
    std::vector<double> limits;  // of a histogram

    bool operator==(const metric_definition&) const = default;
    // Returns `counter "x_total" (help "...", labels namespace, result)`.
    std::string describe() const;
};

// Returns the problem with the definition as a sentence; "" if there is none.
std::string problem_with(const metric_definition& d);
// Returns why both cannot be exported together although their names differ: a histogram "x" is
// exported as x_bucket, x_sum and x_count.
bool overlap(const metric_definition& a, const metric_definition& b);

struct metric_family_state {
    metric_family_state(metric_definition d, logger l) : definition(std::move(d)), log(std::move(l)) {}

    metric_series_ptr series(std::span<const std::string_view> label_values);
    bool remove(std::span<const std::string_view> label_values);
    prometheus::MetricFamily collect() const;

    const metric_definition definition;
    std::size_t most = 1000;

private:
    // By joined label values, which is the export order.
    using series_map = std::map<std::string, metric_series_ptr, std::less<>>;

    // Leaves the joined values in joined_.
    series_map::iterator find(std::span<const std::string_view> label_values);
    metric_series_ptr make(std::vector<std::string> label_values) const;
    metric_series_ptr beyond_limit();

    logger log;
    series_map all_;
    bool full_told_ = false;
    std::string joined_;  // kept to reuse its memory
};

}}}  // namespace setpoint::v0::detail
