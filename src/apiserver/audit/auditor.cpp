#include "apiserver/audit/auditor.hpp"

#include "apiserver/audit/request_record.hpp"

#include <prometheus/metric_family.h>

#include <algorithm>
#include <exception>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace {

prometheus::MetricFamily counter_family(const char* name, const char* help) {
    prometheus::MetricFamily out;
    out.name = name;
    out.help = help;
    out.type = prometheus::MetricType::Counter;
    return out;
}

void add(prometheus::MetricFamily& to, std::vector<prometheus::ClientMetric::Label> labels,
         std::uint64_t value) {
    prometheus::ClientMetric one;
    one.label = std::move(labels);
    one.counter.value = static_cast<double>(value);
    to.metric.push_back(std::move(one));
}

}  // namespace

std::shared_ptr<request_record> auditor::open(const http::server_request& r) {
    std::string id(r.find("Audit-ID"));
    if (id.empty()) id = random_.uuid();
    return std::make_shared<request_record>(shared_from_this(), r, std::move(id));
}

request_config auditor::begin(const authorization::attributes& of) {
    const request_config out = policy_.config_for(of);
    ++levels_[static_cast<std::size_t>(out.at)];
    return out;
}

void auditor::publish(const event& e) {
    ++events_;
    if (!to_.log && !to_.webhook) return;
    std::string text = e.text();
    if (to_.log) {
        try {
            to_.log(text);
        } catch (const std::exception& failed) {
            lose("log", 1, failed.what());
        }
    }
    if (to_.webhook) to_.webhook(std::move(text));
}

void auditor::lose(std::string_view plugin, std::size_t events, std::string_view why) {
    const auto* const known = std::ranges::find(plugin_names, plugin);
    if (known != plugin_names.end()) lost_[static_cast<std::size_t>(known - plugin_names.begin())] += events;
    if (why.empty()) return;
    log_.error("Error in audit plugin", {{"plugin", plugin}, {"events", events}, {"error", why}});
}

std::vector<prometheus::MetricFamily> auditor::Collect() const {
    auto events = counter_family("apiserver_audit_event_total",
                                 "Counter of audit events generated and sent to the audit backend.");
    add(events, {}, events_);
    auto rejected =
        counter_family("apiserver_audit_requests_rejected_total",
                       "Counter of apiserver requests rejected due to an error in audit logging backend.");
    add(rejected, {}, 0);  // as without the mode blocking-strict
    auto errors = counter_family("apiserver_audit_error_total",
                                 "Counter of audit events that failed to be audited properly. Plugin "
                                 "identifies the plugin affected by the error.");
    for (std::size_t i = 0; i < lost_.size(); ++i)
        if (lost_[i] > 0) add(errors, {{"plugin", std::string(plugin_names[i])}}, lost_[i]);
    auto levels = counter_family("apiserver_audit_level_total",
                                 "Counter of policy levels for audit events (1 per request).");
    for (std::size_t i = 0; i < levels_.size(); ++i)
        if (levels_[i] > 0) add(levels, {{"level", std::string(level_names.begin()[i])}}, levels_[i]);
    return {std::move(events), std::move(rejected), std::move(errors), std::move(levels)};
}

}}}  // namespace setpoint::v0::apiserver::audit
