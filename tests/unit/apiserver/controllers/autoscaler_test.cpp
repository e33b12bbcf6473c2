// Autoscalers: what metrics propose, how fast the size may change, and what is reported.
#include "apiserver/controllers/autoscaler/plan.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(autoscaler_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

pod_ptr pod_with(std::string_view name, std::string_view cpu, std::string_view phase = "Running") {
    partial_pod p;
    p.metadata.name = name;
    if (!cpu.empty()) p.metadata.annotations["setpoint.dev/metrics.cpu"] = cpu;
    p.metadata.annotations["setpoint.dev/metrics.requests"] = "50";
    partial_container c;
    c.name = "main";
    c.resources.requests["cpu"] = quantity::parse("100m").value();
    p.spec.containers.push_back(c);
    p.status.phase = phase;
    p.status.start_time = timestamp::from(now - 1h);
    condition ready;
    ready.type = "Ready";
    ready.status = condition_status::true_;
    ready.last_transition_time = timestamp::from(now - 1h);
    p.status.conditions.push_back(ready);
    return std::make_shared<partial_pod>(std::move(p));
}

metric_spec cpu_at(std::int32_t percent) {
    metric_spec m;
    m.type = "Resource";
    m.resource.emplace();
    m.resource->name = "cpu";
    m.resource->target.type = "Utilization";
    m.resource->target.average_utilization = percent;
    return m;
}

horizontal_pod_autoscaler make(std::int32_t least = 1, std::int32_t most = 10) {
    horizontal_pod_autoscaler a;
    a.spec.min_replicas = least;
    a.spec.max_replicas = most;
    a.spec.metrics.push_back(cpu_at(50));
    return a;
}

std::int32_t proposed(const metric_spec& m, const std::vector<pod_ptr>& pods) {
    const auto p = propose(m, static_cast<std::int32_t>(pods.size()), pods, {}, now);
    BOOST_REQUIRE(p.has_value());
    return p->replicas;
}

autoscaler_seen see(std::int32_t replicas, std::vector<pod_ptr> pods, duration at = 0s) {
    return {replicas, "app=web", std::move(pods), {}, time_point(at), now + at};
}
std::string reason_of(const horizontal_pod_autoscaler_status& s, std::string_view type) {
    const condition* c = find_condition(s.conditions, type);
    return c ? c->reason.str() + (c->status == condition_status::true_ ? "" : "!") : "none";
}

}  // namespace

BOOST_AUTO_TEST_CASE(utilization_is_measured_against_requests) {
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "100m"), pod_with("b", "100m")}) == 4);
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "52m"), pod_with("b", "50m")}) == 2);  // within 10 %
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "10m"), pod_with("b", "10m")}) == 1);
    const auto p = propose(cpu_at(50), 2, {pod_with("a", "100m"), pod_with("b", "50m")}, {}, now).value();
    BOOST_TEST(p.name == "cpu resource utilization (percentage of request)");
    BOOST_TEST(p.status.resource->current.average_utilization.value() == 75);
    BOOST_TEST(p.status.resource->current.average_value.to_string() == "75m");
}

BOOST_AUTO_TEST_CASE(pods_without_metrics_and_pending_ones_dampen_the_proposal) {
    // Missing: unused on the way up, fully used on the way down.
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "200m"), pod_with("b", "")}) == 4);
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "10m"), pod_with("b", "")}) == 2);
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "200m"), pod_with("b", "", "Pending")}) == 4);
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", "200m"), pod_with("b", "200m", "Failed")}) == 4);
}

BOOST_AUTO_TEST_CASE(values_and_metrics_of_pods_have_an_average) {
    metric_spec m;
    m.type = "Pods";
    m.pods.emplace();
    m.pods->metric.name = "requests";
    m.pods->target.average_value = quantity::parse("25").value();
    BOOST_TEST(proposed(m, {pod_with("a", ""), pod_with("b", "")}) == 4);
    metric_spec raw = cpu_at(50);
    raw.resource->target.average_utilization.reset();
    raw.resource->target.average_value = quantity::parse("50m").value();
    BOOST_TEST(proposed(raw, {pod_with("a", "100m")}) == 2);
}

BOOST_AUTO_TEST_CASE(metrics_that_cannot_be_read_are_reported_as_the_real_controller_does) {
    const auto missing = propose(cpu_at(50), 1, {pod_with("a", "")}, {}, now);
    BOOST_TEST(missing.error().reason == "FailedGetResourceMetric");
    BOOST_TEST(
        missing.error().message ==
        "failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from "
        "resource metrics API");
    partial_pod bare = *pod_with("a", "1m");
    bare.spec.containers[0].resources.requests.clear();
    BOOST_TEST(propose(cpu_at(50), 1, {std::make_shared<partial_pod>(bare)}, {}, now).error().message ==
               "failed to get cpu utilization: missing request for cpu in container main of Pod a");
    scaling_history history;
    const autoscaler_plan plan = plan_autoscaler(make(), see(1, {pod_with("a", "")}), history);
    BOOST_TEST(!plan.scale_to.has_value());
    BOOST_TEST(reason_of(plan.status, "ScalingActive") == "FailedGetResourceMetric!");
    BOOST_REQUIRE(plan.events.size() == 2u);
    BOOST_TEST(plan.events[1].message.starts_with(
        "invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: "));
}

BOOST_AUTO_TEST_CASE(the_size_rises_at_most_to_the_double_and_falls_after_five_minutes) {
    scaling_history history;
    const auto busy = pod_with("a", "1000m");
    autoscaler_plan plan = plan_autoscaler(make(1, 100), see(3, {busy}), history);
    BOOST_TEST(plan.scale_to.value() == 6);
    BOOST_TEST(plan.reason == "cpu resource utilization (percentage of request) above target");
    BOOST_TEST(reason_of(plan.status, "ScalingLimited") == "ScaleUpLimit");
    BOOST_TEST(reason_of(plan.status, "AbleToScale") == "SucceededRescale");
    BOOST_TEST(plan.events.back().message ==
               "New size: 6; reason: cpu resource utilization (percentage of request) above target");
    scaling_history quiet;
    const auto idle = pod_with("a", "1m");
    plan = plan_autoscaler(make(), see(3, {idle}), quiet);
    BOOST_TEST(!plan.scale_to.has_value());
    BOOST_TEST(reason_of(plan.status, "AbleToScale") == "ScaleDownStabilized");
    plan = plan_autoscaler(make(), see(3, {idle}, 301s), quiet);
    BOOST_TEST(plan.scale_to.value() == 1);
    BOOST_TEST(plan.reason == "All metrics below target");
}

BOOST_AUTO_TEST_CASE(sizes_outside_of_the_range_are_corrected_without_metrics) {
    scaling_history history;
    BOOST_TEST(plan_autoscaler(make(2, 5), see(1, {}), history).scale_to.value() == 2);
    const autoscaler_plan plan = plan_autoscaler(make(2, 5), see(9, {}), history);
    BOOST_TEST(plan.scale_to.value() == 5);
    BOOST_TEST(plan.reason == "Current number of replicas above Spec.MaxReplicas");
    BOOST_TEST(reason_of(plan_autoscaler(make(), see(0, {}), history).status, "ScalingActive") ==
               "ScalingDisabled!");
}

BOOST_AUTO_TEST_CASE(policies_bound_the_change_within_their_period) {
    horizontal_pod_autoscaler a = make(1, 100);
    a.spec.behavior.emplace();
    hpa_scaling_rules rules;
    rules.stabilization_window_seconds = 0;
    rules.select_policy = "Max";
    hpa_scaling_policy two;
    two.type = "Pods";
    two.value = 2;
    two.period_seconds = 60;
    rules.policies.push_back(two);
    a.spec.behavior->scale_up.emplace() = rules;
    a.spec.behavior->scale_down.emplace() = rules;
    scaling_history history;
    history.begin(4, time_point());
    BOOST_TEST(history.limit(a, 4, 20, time_point()).replicas == 6);
    history.scaled(4, 6, time_point());
    BOOST_TEST(history.limit(a, 6, 20, time_point(30s)).replicas == 6);
    BOOST_TEST(history.limit(a, 6, 20, time_point(61s)).replicas == 8);
    const limited_size down = history.limit(a, 6, 1, time_point(200s));
    BOOST_TEST(down.replicas == 4);
    BOOST_TEST(down.limit_reason == "ScaleDownLimit");
    rules.select_policy = "Disabled";
    a.spec.behavior->scale_down.emplace() = rules;
    BOOST_TEST(history.limit(a, 6, 1, time_point(300s)).replicas == 6);
}

BOOST_AUTO_TEST_CASE(no_amount_and_no_size_is_too_large) {
    constexpr const char* much = "90000000000000";  // 100 * 2 * 1000 of it do not fit 64 bits
    BOOST_TEST(proposed(cpu_at(50), {pod_with("a", much), pod_with("b", much)}) == 85'899'346);
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    scaling_history history;
    history.begin(2'000'000'000, time_point());
    BOOST_TEST(history.limit(make(1, most), 2'000'000'000, 2'100'000'000, time_point()).replicas ==
               2'100'000'000);
    for (const char* type : {"Pods", "Percent"}) {
        hpa_scaling_rules rules;
        rules.stabilization_window_seconds = 0;
        rules.select_policy = "Max";
        rules.policies.emplace_back();
        rules.policies.back().type = type;
        rules.policies.back().value = most;
        rules.policies.back().period_seconds = 60;
        horizontal_pod_autoscaler a = make(1, most);
        a.spec.behavior.emplace();
        a.spec.behavior->scale_up.emplace() = rules;
        a.spec.behavior->scale_down.emplace() = rules;
        scaling_history other;
        other.begin(200, time_point());
        BOOST_TEST(other.limit(a, 200, 2'100'000'000, time_point()).replicas == 2'100'000'000, type);
        BOOST_TEST(other.limit(a, 200, 1, time_point(1s)).replicas == 1, type);
    }
}

BOOST_AUTO_TEST_CASE(a_second_autoscaler_of_the_same_pods_is_ambiguous) {
    scaling_history history;
    horizontal_pod_autoscaler a = make();
    a.metadata.name = "p";
    a.metadata.ns = "default";
    autoscaler_seen seen = see(1, {pod_with("a", "1000m")});
    seen.rivals = {"q", "o"};
    const autoscaler_plan plan = plan_autoscaler(a, seen, history);
    BOOST_TEST(!plan.scale_to.has_value());
    BOOST_TEST(plan.uses_selector);
    BOOST_TEST(reason_of(plan.status, "ScalingActive") == "AmbiguousSelector!");
    BOOST_REQUIRE(plan.events.size() == 2u);
    BOOST_TEST(plan.events[0].reason == "AmbiguousSelector");
    BOOST_TEST(plan.events[0].message ==
               "pods by selector app=web are controlled by multiple HPAs: [default/o default/p default/q]");
    BOOST_TEST(plan.events[1].reason == "FailedComputeMetricsReplicas");
    BOOST_TEST(!plan_autoscaler(make(2, 5), see(1, {}), history).uses_selector);  // only the limits matter
}

BOOST_AUTO_TEST_SUITE_END()
