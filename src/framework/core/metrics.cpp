#include "setpoint/core/metrics.hpp"

#include <prometheus/collectable.h>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/metric_family.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

enum class type { counter, gauge, histogram };

// controller-runtime's buckets, so that its dashboards and alerts fit.
const std::vector<double> reconcile_buckets = {
    .005, .01, .025, .05, .1,  .15, .2,  .25, .3, .35, .4, .45, .5, .6, .7, .8, .9, 1,  1.25, 1.5,
    1.75, 2,   2.5,  3,   3.5, 4,   4.5, 5,   6,  7,   8,  9,   10, 15, 20, 25, 30, 40, 50,   60};
const std::vector<double> queue_buckets = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};
const std::vector<double> request_buckets = {.005, .025, .1, .25, .5, 1, 2, 4, 8, 15, 30, 60};
const std::vector<double> lag_buckets = {1e-5, 1e-4, 1e-3, .005, .01, .02, .05, .1, .25, .5, 1, 5};
const std::vector<double> none = {};

struct definition {
    std::string_view name;
    type kind;
    std::string_view help;
    const std::vector<double>* limits = &none;
};

const definition definitions[] = {
    // The names and labels of controller-runtime 0.25.
    {"controller_runtime_reconcile_total", type::counter,
     "Reconciles by result: success, error, requeue, requeue_after."},
    {"controller_runtime_reconcile_errors_total", type::counter, "Reconciles that failed and are retried."},
    {"controller_runtime_terminal_reconcile_errors_total", type::counter, "Reconciles that failed for good."},
    {"controller_runtime_reconcile_panics_total", type::counter, "Reconciles that ended with an exception."},
    {"controller_runtime_reconcile_timeouts_total", type::counter,
     "Reconciles that exceeded the reconcile timeout."},
    {"controller_runtime_reconcile_time_seconds", type::histogram, "Duration of a reconcile.",
     &reconcile_buckets},
    {"controller_runtime_max_concurrent_reconciles", type::gauge, "Workers of the controller."},
    {"controller_runtime_active_workers", type::gauge, "Workers that are reconciling."},
    {"workqueue_depth", type::gauge, "Keys that are ready to be reconciled, by lane (label priority)."},
    {"workqueue_adds_total", type::counter, "Keys added."},
    {"workqueue_retries_total", type::counter, "Keys added with a delay."},
    {"workqueue_queue_duration_seconds", type::histogram, "Time a key was ready before a worker took it.",
     &queue_buckets},
    {"workqueue_work_duration_seconds", type::histogram, "Time a worker took to process a key.",
     &queue_buckets},
    {"workqueue_unfinished_work_seconds", type::gauge,
     "Sum of the times that running reconciles have taken so far."},
    {"workqueue_longest_running_processor_seconds", type::gauge,
     "Time that the longest running reconcile has taken so far."},
    {"rest_client_requests_total", type::counter, "API requests by status code, method and host."},
    {"rest_client_request_duration_seconds", type::histogram, "Time to the head of the response.",
     &request_buckets},
    {"leader_election_master_status", type::gauge, "1 while this process holds the lease of that name."},
    {"leader_election_slowpath_total", type::counter,
     "Renewals of the lease that failed at the first attempt."},
    {"controller_runtime_webhook_requests_total", type::counter,
     "Admission and conversion requests by path and HTTP status."},
    {"controller_runtime_webhook_requests_in_flight", type::gauge, "Requests that are being answered."},
    {"controller_runtime_webhook_latency_seconds", type::histogram, "Time to answer a request.",
     &queue_buckets},
    {"controller_runtime_webhook_panics_total", type::counter,
     "Admission requests that ended with an exception."},
    {"controller_runtime_conversion_webhook_panics_total", type::counter,
     "Conversions that ended with an exception."},
    {"certwatcher_read_certificate_total", type::counter, "Reads of certificate files."},
    {"certwatcher_read_certificate_errors_total", type::counter, "Reads of certificate files that failed."},
    // setpoint's own.
    {"setpoint_informer_objects", type::gauge, "Cached objects, by informer and type."},
    {"setpoint_informer_bytes", type::gauge, "Bytes of the cached objects, by informer and type."},
    {"setpoint_informer_state", type::gauge, "1 for the state that the informer is in, 0 for the others."},
    {"setpoint_informer_last_event_seconds", type::gauge, "Unix time of the last event or bookmark."},
    {"setpoint_informer_age_seconds", type::gauge,
     "Time since the last list, event or bookmark, by the API server's clock."},
    {"setpoint_informer_lists_total", type::counter, "Lists by result."},
    {"setpoint_informer_watches_total", type::counter, "Watches that were opened."},
    {"setpoint_informer_events_total", type::counter, "Watch events by type."},
    {"setpoint_stale_reads_avoided_total", type::counter,
     "Reads that would have been older than this process's own writes without the overlay."},
    {"setpoint_events_recorded_total", type::counter,
     "Kubernetes events recorded, by result: sent, dropped, failed."},
    {"setpoint_trace_spans_total", type::counter, "Spans by result: sent, dropped, failed."},
    {"setpoint_webhook_reviews_total", type::counter,
     "Reviews by path and result: allowed, refused; for conversions converted, failed."},
    {"setpoint_paused_objects", type::gauge, "Objects that are paused and so not reconciled."},
    {"setpoint_terminating_objects", type::gauge, "Objects being deleted that wait for this finalizer."},
    {"setpoint_terminating_oldest_seconds", type::gauge, "Time since the first of their deletionTimestamps."},
    {"setpoint_reconcile_cycles_total", type::counter,
     "Cycles that the loop breaker found, by pattern: loop, fight."},
    {"setpoint_slowed_keys", type::gauge, "Keys that the loop breaker slows."},
    {"setpoint_loop_lag_seconds", type::histogram, "Time from ready to running of a task.", &lag_buckets},
    {"setpoint_loop_turn_seconds", type::histogram, "Time a task held the loop.", &lag_buckets},
    {"setpoint_certificate_expiry_seconds", type::gauge,
     "Unix time at which the certificate in use expires, by server: metrics, webhooks."},
    {"setpoint_memory_limit_bytes", type::gauge,
     "Memory limit of the container; not served without a limit."},
    {"setpoint_build_info", type::gauge, "Always 1; the version is a label."},
    {"process_cpu_seconds_total", type::counter, "User and system CPU time of the process."},
    {"process_resident_memory_bytes", type::gauge, "Resident memory of the process."},
    {"process_open_fds", type::gauge, "Open file descriptors of the process."},
    {"process_start_time_seconds", type::gauge, "Unix time at which the process started."},
};

const definition& find(std::string_view name, type kind) {
    for (const definition& d : definitions)
        if (d.name == name && d.kind == kind) return d;
    throw std::logic_error("metric not in the table of metrics.cpp: " + std::string(name));
}

// The prefixes of the table above, and of what Prometheus adds to every target.
constexpr std::string_view reserved[] = {
    "controller_runtime_", "workqueue_", "rest_client_", "leader_election_",
    "setpoint_",           "process_",   "scrape_",      "certwatcher_"};

using labels = std::map<std::string, std::string>;

bool has_values(prometheus::MetricType of, std::string_view suffix) {
    if (of != prometheus::MetricType::Histogram) return suffix.empty();
    return suffix == "_bucket" || suffix == "_sum" || suffix == "_count";
}

// Returns 0 for a series with other labels.
double value_of(prometheus::MetricType of, std::string_view suffix, const prometheus::ClientMetric& m,
                metric_labels wanted) {
    std::string_view limit;
    for (const auto& [name, value] : wanted) {
        if (suffix == "_bucket" && name == "le") {
            limit = value;
            continue;
        }
        const bool has =
            std::ranges::any_of(m.label, [&](const auto& l) { return l.name == name && l.value == value; });
        if (!has) return 0;
    }
    if (of == prometheus::MetricType::Counter) return m.counter.value;
    if (of == prometheus::MetricType::Gauge) return m.gauge.value;
    if (suffix == "_sum") return m.histogram.sample_sum;
    if (suffix == "_count" || limit.empty() || limit == "+Inf")
        return static_cast<double>(m.histogram.sample_count);
    const double upper = std::strtod(std::string(limit).c_str(), nullptr);
    for (const auto& b : m.histogram.bucket)
        if (b.upper_bound == upper) return static_cast<double>(b.cumulative_count);
    return 0;
}

}  // namespace

struct metrics::families {
    std::map<std::string_view, prometheus::Family<prometheus::Counter>*> counters;
    std::map<std::string_view, prometheus::Family<prometheus::Gauge>*> gauges;
    std::map<std::string_view, prometheus::Family<prometheus::Histogram>*> histograms;
};

metrics::metrics(prometheus::Registry& registry)
    : families_(std::make_unique<families>()), registry_(registry) {}
metrics::~metrics() = default;

prometheus::Counter& metrics::counter(std::string_view name, metric_labels l) {
    const definition& d = find(name, type::counter);
    auto& family = families_->counters[d.name];
    if (!family)
        family =
            &prometheus::BuildCounter().Name(std::string(name)).Help(std::string(d.help)).Register(registry_);
    return family->Add(labels(l.begin(), l.end()));
}

prometheus::Gauge& metrics::gauge(std::string_view name, metric_labels l) {
    const definition& d = find(name, type::gauge);
    auto& family = families_->gauges[d.name];
    if (!family)
        family =
            &prometheus::BuildGauge().Name(std::string(name)).Help(std::string(d.help)).Register(registry_);
    return family->Add(labels(l.begin(), l.end()));
}

prometheus::Histogram& metrics::histogram(std::string_view name, metric_labels l) {
    const definition& d = find(name, type::histogram);
    auto& family = families_->histograms[d.name];
    if (!family)
        family = &prometheus::BuildHistogram()
                      .Name(std::string(name))
                      .Help(std::string(d.help))
                      .Register(registry_);
    return family->Add(labels(l.begin(), l.end()), *d.limits);
}

const std::vector<double>& metrics::buckets(std::string_view name) {
    return *find(name, type::histogram).limits;
}

std::shared_ptr<void> metrics::before_text(std::function<void()> update) {
    auto held = std::make_shared<std::function<void()>>(std::move(update));
    updates_.push_back(held);
    return held;
}

std::vector<prometheus::MetricFamily> metrics::collect() const {
    std::erase_if(updates_, [](const auto& u) { return u.expired(); });
    for (const auto& u : updates_)
        if (const auto update = u.lock()) (*update)();
    std::vector<prometheus::MetricFamily> all = registry_.Collect();
    for (const auto& s : shown_) {
        const auto more = s.lock();
        if (!more) continue;
        for (prometheus::MetricFamily& f : more->Collect()) all.push_back(std::move(f));
    }
    return all;
}

std::string metrics::text() const {
    std::vector<prometheus::MetricFamily> all = collect();
    std::erase_if(all, [](const auto& f) { return f.metric.empty(); });
    std::ostringstream out;
    prometheus::TextSerializer().Serialize(out, all);
    return out.str();
}

std::optional<double> metrics::sum(std::string_view name, metric_labels wanted) const {
    std::optional<double> all;
    for (const prometheus::MetricFamily& f : collect()) {
        if (!name.starts_with(f.name)) continue;
        const std::string_view suffix = name.substr(f.name.size());
        if (!has_values(f.type, suffix)) continue;
        if (!all) all = 0;
        for (const prometheus::ClientMetric& m : f.metric) *all += value_of(f.type, suffix, m, wanted);
    }
    return all;
}

std::vector<std::string> metrics::names() const {
    std::vector<std::string> all;
    for (const prometheus::MetricFamily& f : collect()) all.push_back(f.name);
    std::ranges::sort(all);
    return all;
}

std::string_view metrics::reserved_prefix(std::string_view name) {
    for (const std::string_view prefix : reserved)
        if (name.starts_with(prefix)) return prefix;
    return {};
}

}}  // namespace setpoint::v0
