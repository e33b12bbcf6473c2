// Defaults of network policies, ingress classes, autoscalers and device requests that are not constants
// (defaults.go of their packages).

#include "apiserver/defaults/type_defaults.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::int64_t cpu_target = 80, scaling_period = 15, pods_at_once = 4, everything = 100;

void network_policy(bj::object& spec) {
    if (!list_of(spec, "policyTypes").empty()) return;
    bj::array types{"Ingress"};
    if (!list_of(spec, "egress").empty()) types.emplace_back("Egress");
    spec["policyTypes"] = std::move(types);
}

void ingress_class(bj::object& spec) {
    if (bj::object* parameters = object_at(spec, "parameters")) set_default(*parameters, "scope", "Cluster");
}

void device_request(bj::object& r) {
    const bool counted = text_at(r, "allocationMode") == "ExactCount";
    if (counted && number_at(r, "count").value_or(0) == 0) r["count"] = 1;
}

bj::object scaling_policy(const char* type, std::int64_t value) {
    return {{"type", type}, {"value", value}, {"periodSeconds", scaling_period}};
}

void autoscaler_behavior(bj::object& behavior) {
    const auto percent = scaling_policy("Percent", everything);
    bj::object& up = make_object(behavior, "scaleUp");
    set_default(up, "stabilizationWindowSeconds", 0);
    set_default(up, "selectPolicy", "Max");
    set_default(up, "policies", bj::array{scaling_policy("Pods", pods_at_once), percent});
    bj::object& down = make_object(behavior, "scaleDown");
    set_default(down, "selectPolicy", "Max");
    bj::array policies;
    policies.push_back(percent);
    set_default(down, "policies", std::move(policies));
}

void autoscaler(bj::object& spec) {
    if (!list_of(spec, "metrics").empty()) return;
    const bj::object target{{"type", "Utilization"}, {"averageUtilization", cpu_target}};
    const bj::object cpu{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {"target", target}}}};
    bj::array metrics;
    metrics.push_back(cpu);
    spec["metrics"] = std::move(metrics);
}

constexpr type_default cluster_default_table[] = {
    {"networking.v1.NetworkPolicySpec", network_policy},
    {"networking.v1.IngressClassSpec", ingress_class},
    {"resource.v1.ExactDeviceRequest", device_request},
    {"resource.v1.DeviceSubRequest", device_request},
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", autoscaler},
    {"autoscaling.v2.HorizontalPodAutoscalerBehavior", autoscaler_behavior},
};

}  // namespace

std::span<const type_default> cluster_type_defaults() {
    return cluster_default_table;
}

}  // namespace setpoint::inline v0::apiserver
