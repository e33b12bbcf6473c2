#include "framework/core/metric_family_state.hpp"

#include "framework/core/utf8.hpp"
#include "setpoint/core/metrics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <prometheus/check_names.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace setpoint { inline namespace v0 { namespace detail {

namespace {

constexpr std::size_t max_buckets = 128, max_labels = 16;
constexpr std::size_t max_label_value = 256;  // bytes
constexpr char between = '\xff';              // never part of valid UTF-8
constexpr std::string_view other = "_other";

std::string_view word(metric_type t) {
    switch (t) {
        case metric_type::counter:
            return "counter";
        case metric_type::gauge:
            return "gauge";
        case metric_type::histogram:
            break;
    }
    return "histogram";
}

void join(std::span<const std::string_view> values, std::string& to) {
    to.clear();
    for (const std::string_view v : values) to.append(v).push_back(between);
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_sequence(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

// Prometheus rejects a complete scrape because of one byte of invalid UTF-8.
std::string clean(std::string_view value) {
    std::string text;
    while (!value.empty()) {
        const std::size_t length = utf8_sequence(value);
        const std::string_view one = length == 0 ? "\xef\xbf\xbd" : value.substr(0, length);
        if (text.size() + one.size() > max_label_value) break;
        text += one;
        value.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

std::vector<std::string> clean_all(std::span<const std::string_view> values) {
    std::vector<std::string> cleaned;
    cleaned.reserve(values.size());
    for (const std::string_view v : values) cleaned.push_back(clean(v));
    return cleaned;
}

// The text format escapes backslashes and line feeds, but prometheus-cpp's serializer writes a help
// text unchanged.
std::string escaped(std::string_view help) {
    std::string text;
    for (const char c : help) {
        if (c == '\\')
            text += "\\\\";
        else if (c == '\n')
            text += "\\n";
        else
            text += c;
    }
    return text;
}

std::string problem_with_labels(const metric_definition& d) {
    if (d.labels.size() > max_labels) return fmt::format("it has more than {} labels", max_labels);
    std::set<std::string_view> seen;
    for (const std::string& label : d.labels) {
        if (label.starts_with("__"))
            return fmt::format("label \"{}\": names that begin with __ are reserved for Prometheus", label);
        if (!prometheus::CheckLabelName(label))
            return fmt::format(
                "label \"{}\": a name is letters, digits and _, and does not begin with a digit", label);
        if (label == "le" && d.kind == metric_type::histogram)
            return "label \"le\": a histogram has it already, for the limits of its buckets";
        if (!seen.insert(label).second) return fmt::format("label \"{}\" is named twice", label);
    }
    return {};
}

std::string problem_with_buckets(const std::vector<double>& limits) {
    if (limits.empty()) return "it has no buckets";
    if (limits.size() > max_buckets) return fmt::format("it has more than {} buckets", max_buckets);
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (!std::isfinite(limits[i]))
            return fmt::format("bucket {}: limits are finite; the last bucket, without a limit, is added",
                               limits[i]);
        if (i != 0 && limits[i] <= limits[i - 1])
            return fmt::format("bucket {} comes after {}: limits ascend", limits[i], limits[i - 1]);
    }
    return {};
}

std::vector<std::string> shown_names(const metric_definition& d) {
    if (d.kind != metric_type::histogram) return {d.name};
    return {d.name, d.name + "_bucket", d.name + "_sum", d.name + "_count"};
}

}  // namespace

std::string metric_definition::describe() const {
    std::string text = fmt::format("{} \"{}\" (help \"{}\"", word(kind), name, help);
    if (!labels.empty()) text += fmt::format(", labels {}", fmt::join(labels, ", "));
    if (!limits.empty()) text += fmt::format(", buckets {}", fmt::join(limits, ", "));
    return text + ")";
}

std::string problem_with(const metric_definition& d) {
    if (!prometheus::CheckMetricName(d.name) || d.name.find(':') != std::string::npos ||
        d.name.starts_with("__"))
        return "a name is letters, digits and _, and begins neither with a digit nor with __";
    for (const std::string& shown : shown_names(d)) {
        if (const std::string_view prefix = metrics::reserved_prefix(shown); !prefix.empty())
            return fmt::format("names that begin with \"{}\" are reserved for the framework", prefix);
    }
    if (d.help.empty()) return "it has no help text";
    if (!is_utf8(d.help)) return "its help text is not UTF-8";
    if (std::string wrong = problem_with_labels(d); !wrong.empty()) return wrong;
    return d.kind == metric_type::histogram ? problem_with_buckets(d.limits) : std::string();
}

bool overlap(const metric_definition& a, const metric_definition& b) {
    const auto of_b = shown_names(b);
    return std::ranges::any_of(
        shown_names(a), [&](const std::string& name) { return std::ranges::find(of_b, name) != of_b.end(); });
}

metric_series_ptr metric_family_state::make(std::vector<std::string> label_values) const {
    auto one = std::make_shared<metric_series>();
    one->label_values = std::move(label_values);
    if (definition.kind != metric_type::histogram) return one;
    // The limits live as long as the handles, which may outlive this object.
    one->limits = definition.limits;
    one->counts.resize(definition.limits.size() + 1);
    return one;
}

metric_family_state::series_map::iterator metric_family_state::find(
    std::span<const std::string_view> label_values) {
    join(label_values, joined_);
    return all_.find(joined_);
}

metric_series_ptr metric_family_state::series(std::span<const std::string_view> label_values) {
    if (const auto at = find(label_values); at != all_.end()) return at->second;
    std::vector<std::string> cleaned = clean_all(label_values);
    const std::vector<std::string_view> views(cleaned.begin(), cleaned.end());
    if (const auto at = find(views); at != all_.end()) return at->second;
    if (all_.size() >= most) return beyond_limit();
    return all_.emplace(joined_, make(std::move(cleaned))).first->second;
}

metric_series_ptr metric_family_state::beyond_limit() {
    if (!full_told_)
        log.warn("A metric has too many series: further label values get no series of their own",
                 {{"metric", definition.name}, {"series", most}});
    full_told_ = true;
    if (definition.kind == metric_type::gauge) return nullptr;
    const std::vector<std::string_view> values(definition.labels.size(), other);
    join(values, joined_);
    metric_series_ptr& others = all_[joined_];
    if (!others) others = make({values.begin(), values.end()});
    return others;
}

bool metric_family_state::remove(std::span<const std::string_view> label_values) {
    const std::vector<std::string> cleaned = clean_all(label_values);
    const std::vector<std::string_view> views(cleaned.begin(), cleaned.end());
    const auto at = find(views);
    if (at == all_.end()) return false;
    all_.erase(at);
    return true;
}

prometheus::MetricFamily metric_family_state::collect() const {
    prometheus::MetricFamily shown{
        definition.name, escaped(definition.help), prometheus::MetricType::Counter, {}};
    if (definition.kind == metric_type::gauge) shown.type = prometheus::MetricType::Gauge;
    if (definition.kind == metric_type::histogram) shown.type = prometheus::MetricType::Histogram;
    const auto add = [&](const metric_series& s) {
        prometheus::ClientMetric& m = shown.metric.emplace_back();
        for (std::size_t i = 0; i < definition.labels.size(); ++i)
            m.label.push_back({definition.labels[i], s.label_values[i]});
        m.counter.value = m.gauge.value = s.value;
        m.histogram.sample_sum = s.value;
        for (std::size_t i = 0; i < s.counts.size(); ++i) {
            m.histogram.sample_count += s.counts[i];
            const double limit = i < s.limits.size() ? s.limits[i] : HUGE_VAL;
            m.histogram.bucket.push_back({m.histogram.sample_count, limit});
        }
    };
    for (const auto& [key, s] : all_) add(*s);
    return shown;
}

}}}  // namespace setpoint::v0::detail
