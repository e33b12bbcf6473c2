#include "apiserver/controllers/autoscaler/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

void set_scaling_condition(horizontal_pod_autoscaler_status& s, std::string_view type, bool holds,
                           std::string_view reason, std::string_view message, wall_time now) {
    condition c;
    c.type = type;
    c.status = holds ? condition_status::true_ : condition_status::false_;
    c.reason = reason;
    c.message = message;
    set_condition(s.conditions, std::move(c), timestamp::from(now));
}

struct autoscaler_work {
    const horizontal_pod_autoscaler& a;
    const autoscaler_seen& seen;
    scaling_history& history;
    autoscaler_plan plan{};

    void set(std::string_view type, bool holds, std::string_view reason, std::string_view message) {
        set_scaling_condition(plan.status, type, holds, reason, message, seen.wall_now);
    }
    void warn(std::string reason, std::string message) {
        plan.events.push_back({event_type::warning, std::move(reason), std::move(message)});
    }
    bool check_selector();
    std::optional<metric_proposal> compute();
    std::int32_t measure(std::int32_t current);
    void decide();
};

// validateAndParseSelector of horizontal.go.
bool autoscaler_work::check_selector() {
    if (seen.selector.empty()) {
        warn("SelectorRequired", "selector is required");
        set("ScalingActive", false, "InvalidSelector", "the HPA target's scale is missing a selector");
        warn("FailedComputeMetricsReplicas", "selector is required");
        return false;
    }
    plan.uses_selector = true;
    if (seen.rivals.empty()) return true;
    std::vector<std::string> all = seen.rivals;
    all.push_back(a.metadata.name.str());
    std::ranges::sort(all);
    for (std::string& name : all) name = fmt::format("{}/{}", a.metadata.ns, name);
    const std::string why = fmt::format("pods by selector {} are controlled by multiple HPAs: [{}]",
                                        seen.selector, fmt::join(all, " "));
    warn("AmbiguousSelector", why);
    set("ScalingActive", false, "AmbiguousSelector", why);
    warn("FailedComputeMetricsReplicas", why);
    return false;
}

// The largest proposal. Empty if there is none, or if it would scale down while a metric is missing.
std::optional<metric_proposal> autoscaler_work::compute() {
    if (!check_selector()) return std::nullopt;
    metric_proposal best;
    std::optional<error> first;
    std::string first_text;
    std::size_t failed = 0;
    std::vector<metric_status> statuses;
    for (const metric_spec& m : a.spec.metrics) {
        auto p = propose(m, seen.replicas, seen.pods, tolerances_of(a), seen.wall_now);
        if (!p) {
            warn(p.error().reason, p.error().message);
            if (failed++ == 0) {
                first = p.error();
                first_text = metric_failure(m, p.error().message);
            }
            continue;
        }
        statuses.push_back(p->status);
        if (best.replicas == 0 || p->replicas > best.replicas) best = std::move(*p);
    }
    plan.status.current_metrics = std::move(statuses);
    if (first && (failed >= a.spec.metrics.size() || best.replicas < seen.replicas)) {
        set("ScalingActive", false, first->reason,
            "the HPA was unable to compute the replica count: " + first->message);
        warn("FailedComputeMetricsReplicas",
             fmt::format("invalid metrics ({} invalid out of {}), first error is: {}", failed,
                         a.spec.metrics.size(), first_text));
        return std::nullopt;
    }
    set("ScalingActive", true, "ValidMetricFound",
        "the HPA was able to successfully calculate a replica count from " + best.name);
    return best;
}

// The size by the metrics, within the limits.
std::int32_t autoscaler_work::measure(std::int32_t current) {
    const auto best = compute();
    if (!best) return -1;
    if (best->replicas > current) plan.reason = best->name + " above target";
    if (best->replicas < current) plan.reason = "All metrics below target";
    const limited_size s = history.limit(a, current, best->replicas, seen.now);
    set("AbleToScale", true, s.able_reason, s.able_message);
    set("ScalingLimited", s.limited, s.limit_reason, s.limit_message);
    return s.replicas;
}

void autoscaler_work::decide() {
    const std::int32_t current = seen.replicas, least = a.spec.min_replicas.value_or(1),
                       most = a.spec.max_replicas.value_or(least);
    set("AbleToScale", true, "SucceededGetScale",
        "the HPA controller was able to get the target's current scale");
    history.begin(current, seen.now);
    std::int32_t wanted = current;
    if (current == 0 && least != 0) {
        set("ScalingActive", false, "ScalingDisabled",
            "scaling is disabled since the replica count of the target is zero");
    } else if (current > most) {
        plan.reason = "Current number of replicas above Spec.MaxReplicas";
        wanted = most;
    } else if (current < least) {
        plan.reason = "Current number of replicas below Spec.MinReplicas";
        wanted = least;
    } else {
        wanted = measure(current);
        plan.status.current_replicas = current;
        if (wanted < 0) return;
    }
    plan.status.current_replicas = current;
    plan.status.desired_replicas = wanted;
    if (wanted == current) return;
    plan.scale_to = wanted;
    plan.status.last_scale_time = timestamp::from(seen.wall_now);
    set("AbleToScale", true, "SucceededRescale",
        fmt::format("the HPA controller was able to update the target scale to {}", wanted));
    plan.events.push_back({event_type::normal, "SuccessfulRescale",
                           fmt::format("New size: {}; reason: {}", wanted, plan.reason)});
}

}  // namespace

autoscaler_plan plan_autoscaler(const horizontal_pod_autoscaler& a, const autoscaler_seen& seen,
                                scaling_history& history) {
    autoscaler_work w{a, seen, history};
    w.plan.status = a.status;
    w.plan.status.current_metrics.clear();
    w.decide();
    return std::move(w.plan);
}

horizontal_pod_autoscaler_status without_scale(const horizontal_pod_autoscaler& a, std::string_view why,
                                               wall_time now) {
    horizontal_pod_autoscaler_status s = a.status;
    set_scaling_condition(
        s, "AbleToScale", false, "FailedGetScale",
        fmt::format("the HPA controller was unable to get the target's current scale: {}", why), now);
    return s;
}

horizontal_pod_autoscaler_status after_failed_scaling(autoscaler_plan plan, std::string_view why,
                                                      wall_time now) {
    set_scaling_condition(plan.status, "AbleToScale", false, "FailedUpdateScale",
                          fmt::format("the HPA controller was unable to update the target scale: {}", why),
                          now);
    return std::move(plan.status);
}

}}}  // namespace setpoint::v0::apiserver
