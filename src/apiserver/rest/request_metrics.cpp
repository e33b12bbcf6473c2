#include "apiserver/rest/request_metrics.hpp"

#include <prometheus/metric_family.h>

#include <algorithm>
#include <limits>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr char separator = '\n';  // in no path
constexpr std::array<const char*, 7> label_names{"verb",        "group", "version", "resource",
                                                 "subresource", "scope", "dry_run"};

std::string joined_labels(const request_labels& l) {
    std::string out;
    for (const std::string_view one :
         {l.verb, l.group, l.version, l.resource, l.subresource, l.scope, l.dry_run})
        out.append(one) += separator;
    return out;
}

bool only_reads_verb(std::string_view key) {
    const std::string_view verb = key.substr(0, key.find(separator));
    return verb == "GET" || verb == "LIST";
}

using client_labels = std::vector<prometheus::ClientMetric::Label>;

client_labels labels_of_series(std::string_view key) {
    client_labels out{{"component", "apiserver"}};
    for (const char* name : label_names) {
        const std::size_t end = key.find(separator);
        out.push_back({name, std::string(key.substr(0, end))});
        key.remove_prefix(end + 1);
    }
    return out;
}

prometheus::MetricFamily family(const char* name, const char* help, prometheus::MetricType type) {
    prometheus::MetricFamily out;
    out.name = name;
    out.help = help;
    out.type = type;
    return out;
}

prometheus::ClientMetric gauge(client_labels labels, std::int64_t value) {
    prometheus::ClientMetric out;
    out.label = std::move(labels);
    out.gauge.value = static_cast<double>(value);
    return out;
}

}  // namespace

request_metrics::running::running(std::shared_ptr<request_metrics> to, const request_labels& labels,
                                  bool long_running, time_point begun)
    : to_(std::move(to)), key_(joined_labels(labels)), long_running_(long_running), begun_(begun) {
    if (long_running_)
        ++to_->all_[key_].long_running;
    else
        ++(only_reads_verb(key_) ? to_->reading_ : to_->mutating_);
}

request_metrics::running::~running() {
    if (!to_) return;
    if (long_running_)
        --to_->all_[key_].long_running;
    else
        --(only_reads_verb(key_) ? to_->reading_ : to_->mutating_);
}

void request_metrics::running::answered(int code, time_point now) {
    const auto found = to_->all_.find(key_);
    series& s = found == to_->all_.end() ? to_->all_[key_] : found->second;
    ++s.codes[code];
    const double took = std::chrono::duration<double>(now - begun_).count();
    const auto bucket = std::ranges::lower_bound(limits, took) - limits.begin();
    ++s.buckets[static_cast<std::size_t>(bucket)];
    s.seconds += took;
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
    for (const auto& [key, s] : all_) {
        const client_labels labels = labels_of_series(key);
        for (const auto& [code, count] : s.codes) {
            prometheus::ClientMetric one;
            one.label = labels;
            one.label.push_back({"code", std::to_string(code)});
            one.counter.value = static_cast<double>(count);
            total.metric.push_back(std::move(one));
        }
        if (s.long_running > 0) {
            client_labels without_dry_run = labels;
            without_dry_run.pop_back();
            open.metric.push_back(gauge(std::move(without_dry_run), s.long_running));
        }
        prometheus::ClientMetric one;
        one.label = labels;
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < s.buckets.size(); ++i) {
            sum += s.buckets[i];
            const double limit = i < limits.size() ? limits[i] : std::numeric_limits<double>::infinity();
            one.histogram.bucket.push_back({sum, limit});
        }
        if (sum == 0) continue;
        one.histogram.sample_count = sum;
        one.histogram.sample_sum = s.seconds;
        durations.metric.push_back(std::move(one));
    }
    auto now =
        family("apiserver_current_inflight_requests",
               "Maximal number of currently used inflight request limit of this apiserver per request kind "
               "in last second.",
               MetricType::Gauge);
    now.metric.push_back(gauge({{"request_kind", "mutating"}}, mutating_));
    now.metric.push_back(gauge({{"request_kind", "readOnly"}}, reading_));
    return {std::move(total), std::move(durations), std::move(open), std::move(now)};
}

std::shared_ptr<http::body_source> holding(std::shared_ptr<http::body_source> stream,
                                           std::shared_ptr<void> while_open) {
    using held = std::pair<std::shared_ptr<void>, std::shared_ptr<http::body_source>>;
    auto both = std::make_shared<held>(std::move(while_open), std::move(stream));
    return {both, both->second.get()};
}

}  // namespace setpoint::inline v0::apiserver
