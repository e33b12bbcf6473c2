#include "setpoint/core/metric_registry.hpp"

#include "framework/core/metric_family_state.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>
#include <prometheus/collectable.h>

namespace setpoint { inline namespace v0 {

bucket_limits::bucket_limits() : limits_{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10} {}

bucket_limits bucket_limits::exponential(double first, double factor, std::size_t count) {
    bucket_limits made{};
    made.limits_.clear();
    for (double limit = first; made.limits_.size() < count; limit *= factor) made.limits_.push_back(limit);
    return made;
}

struct metric_registry::impl final : prometheus::Collectable {
    explicit impl(logger l) : log(std::move(l)) {}
    std::vector<prometheus::MetricFamily> Collect() const override {
        std::vector<prometheus::MetricFamily> shown;
        for (const auto& [name, family] : families) shown.push_back(family->collect());
        return shown;
    }
    void refresh() {
        for (const auto& update : updates) {
            try {
                update();
            } catch (const std::exception& e) {
                log.error("A function that updates metrics failed", {{"error", e.what()}});
            }
        }
    }
    logger log;
    std::map<std::string, std::shared_ptr<detail::metric_family_state>> families;
    std::vector<std::function<void()>> updates;
    std::shared_ptr<void> before_text;
};

metric_registry::metric_registry(setpoint::metrics& shown_with, logger log)
    : impl_(std::make_shared<impl>(std::move(log))) {
    shown_with.show(impl_);
    impl_->before_text = shown_with.before_text([i = impl_.get()] { i->refresh(); });
}

metric_registry::~metric_registry() = default;

std::shared_ptr<detail::metric_family_state> metric_registry::declare(
    type kind, std::string name, std::string help, std::span<const std::string_view> labels,
    std::vector<double> buckets) {
    detail::metric_definition d{
        kind, std::move(name), std::move(help), {labels.begin(), labels.end()}, std::move(buckets)};
    if (const std::string wrong = detail::problem_with(d); !wrong.empty())
        throw fault(errc::failed, fmt::format("metric \"{}\": {}", d.name, wrong));
    for (const auto& [declared_name, family] : impl_->families) {
        if (family->definition == d) return family;
        if (detail::overlap(family->definition, d))
            throw fault(errc::failed, fmt::format("metric \"{}\": declared as {}, and before as {}", d.name,
                                                  d.describe(), family->definition.describe()));
    }
    std::string key = d.name;
    auto made = std::make_shared<detail::metric_family_state>(std::move(d), impl_->log);
    return impl_->families.emplace(std::move(key), std::move(made)).first->second;
}

void metric_registry::gauge(std::string name, std::string help, std::function<double()> read) {
    const setpoint::gauge shown = gauge(std::move(name), std::move(help));
    on_scrape([shown, read = std::move(read)] { shown.set(read()); });
}

void metric_registry::on_scrape(std::function<void()> update) {
    impl_->updates.push_back(std::move(update));
}

}}  // namespace setpoint::v0
