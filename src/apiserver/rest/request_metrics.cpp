#include "apiserver/rest/request_metrics.hpp"

#include <prometheus/metric_family.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::array<const char*, 7> label_names{"verb",        "group", "version", "resource",
                                                 "subresource", "scope", "dry_run"};

using client_labels = std::vector<prometheus::ClientMetric::Label>;

client_labels labels_of_series(const request_labels& of) {
    client_labels out{{"component", "apiserver"}};
    const auto values = of.values();
    for (std::size_t i = 0; i < values.size(); ++i) out.push_back({label_names[i], std::string(values[i])});
    return out;
}

prometheus::MetricFamily family(const char* name, const char* help, prometheus::MetricType type) {
    prometheus::MetricFamily out;
    out.name = name;
    out.help = help;
    out.type = type;
    return out;
}

prometheus::ClientMetric gauge_of(client_labels labels, std::int64_t value) {
    prometheus::ClientMetric out;
    out.label = std::move(labels);
    out.gauge.value = static_cast<double>(value);
    return out;
}

void add_counts(prometheus::MetricFamily& to, const client_labels& labels,
                std::vector<std::pair<int, std::uint64_t>> codes) {
    std::ranges::sort(codes);
    for (const auto& [code, count] : codes) {
        prometheus::ClientMetric one;
        one.label = labels;
        one.label.push_back({"code", std::to_string(code)});
        one.counter.value = static_cast<double>(count);
        to.metric.push_back(std::move(one));
    }
}

// This metric lacks the label dry_run, the last one: series that differ only there are one, and follow each
// other.
void add_open(prometheus::MetricFamily& to, client_labels labels, std::int64_t n) {
    labels.pop_back();
    if (!to.metric.empty() && to.metric.back().label == labels)
        to.metric.back().gauge.value += static_cast<double>(n);
    else
        to.metric.push_back(gauge_of(std::move(labels), n));
}

prometheus::ClientMetric histogram(const client_labels& labels, std::span<const double> limits,
                                   std::span<const std::uint64_t> buckets, double seconds) {
    prometheus::ClientMetric out;
    out.label = labels;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        sum += buckets[i];
        out.histogram.bucket.push_back(
            {sum, i < limits.size() ? limits[i] : std::numeric_limits<double>::infinity()});
    }
    out.histogram.sample_count = sum;
    out.histogram.sample_sum = seconds;
    return out;
}

}  // namespace

std::size_t request_metrics::hash_of_labels::operator()(const request_labels& l) const noexcept {
    constexpr std::size_t factor = 31;
    std::size_t out = 0;
    for (const std::string_view one : l.values()) out = out * factor + std::hash<std::string_view>()(one);
    return out;
}

request_metrics::series& request_metrics::find(const request_labels& l) {
    const auto found = all_.find(l);
    if (found != all_.end()) return *found->second;
    if (all_.size() < most_series) return add(l);
    const request_labels others{l.verb, "other", "other", "other", "", l.scope, l.dry_run};
    const auto other = all_.find(others);
    return other == all_.end() ? add(others) : *other->second;
}

request_metrics::series& request_metrics::add(const request_labels& l) {
    auto made = std::make_unique<series>();
    for (const std::string_view one : l.values()) made->text.append(one);
    std::string_view rest = made->text;
    const auto next = [&](std::string_view one) {
        const std::string_view own = rest.substr(0, one.size());
        rest.remove_prefix(one.size());
        return own;
    };
    // A list in braces is evaluated from left to right.
    const request_labels own{next(l.verb),        next(l.group), next(l.version), next(l.resource),
                             next(l.subresource), next(l.scope), next(l.dry_run)};
    return *all_.emplace(own, std::move(made)).first->second;
}

std::vector<const request_metrics::series_map::value_type*> request_metrics::in_order() const {
    std::vector<const series_map::value_type*> out;
    out.reserve(all_.size());
    for (const auto& one : all_) out.push_back(&one);
    std::ranges::sort(out, {}, [](const auto* one) { return one->first.values(); });
    return out;
}

request_metrics::running::running(std::shared_ptr<request_metrics> to, const request_labels& labels,
                                  bool long_running, time_point begun)
    : to_(std::move(to)),
      of_(&to_->find(labels)),
      long_running_(long_running),
      reads_(labels.verb == "GET" || labels.verb == "LIST"),
      begun_(begun) {
    ++gauge();
}

std::int64_t& request_metrics::running::gauge() const {
    if (long_running_) return of_->long_running;
    return reads_ ? to_->reading_ : to_->mutating_;
}

request_metrics::running::~running() {
    if (to_) --gauge();
}

void request_metrics::running::answered(int code, time_point now) {
    const auto known = std::ranges::find(of_->codes, code, &std::pair<int, std::uint64_t>::first);
    if (known == of_->codes.end())
        of_->codes.emplace_back(code, 1);
    else
        ++known->second;
    const double took = std::chrono::duration<double>(now - begun_).count();
    const auto bucket = std::ranges::lower_bound(limits, took) - limits.begin();
    ++of_->buckets[static_cast<std::size_t>(bucket)];
    of_->seconds += took;
}

std::vector<prometheus::MetricFamily> request_metrics::Collect() const {
    using prometheus::MetricType;
    auto total =
        family("apiserver_request_total",
               "Counter of apiserver requests broken out for each verb, dry run value, group, version, "
               "resource, scope, component, and HTTP response code.",
               MetricType::Counter);
    auto durations = family("apiserver_request_duration_seconds",
                            "Response latency distribution in seconds for each verb, dry run value, group, "
                            "version, resource, subresource, scope and component.",
                            MetricType::Histogram);
    auto open =
        family("apiserver_longrunning_requests",
               "Gauge of all active long-running apiserver requests broken out by verb, group, version, "
               "resource, scope and component. Not all requests are tracked this way.",
               MetricType::Gauge);
    for (const series_map::value_type* one : in_order()) {
        const series& s = *one->second;
        const client_labels labels = labels_of_series(one->first);
        add_counts(total, labels, s.codes);
        if (s.long_running > 0) add_open(open, labels, s.long_running);
        if (!s.codes.empty()) durations.metric.push_back(histogram(labels, limits, s.buckets, s.seconds));
    }
    auto now =
        family("apiserver_current_inflight_requests",
               "Maximal number of currently used inflight request limit of this apiserver per request kind "
               "in last second.",
               MetricType::Gauge);
    now.metric.push_back(gauge_of({{"request_kind", "mutating"}}, mutating_));
    now.metric.push_back(gauge_of({{"request_kind", "readOnly"}}, reading_));
    return {std::move(total), std::move(durations), std::move(open), std::move(now)};
}

std::shared_ptr<http::body_source> holding(std::shared_ptr<http::body_source> stream,
                                           std::shared_ptr<void> while_open) {
    using held = std::pair<std::shared_ptr<void>, std::shared_ptr<http::body_source>>;
    auto both = std::make_shared<held>(std::move(while_open), std::move(stream));
    return {both, both->second.get()};
}

}}}  // namespace setpoint::v0::apiserver
