// Defaults of network policies, ingress and storage classes, CSI drivers, autoscalers, API services, flow
// control and device requests (defaults.go of their packages).

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

void storage_class(bj::object& o) {
    set_default(o, "reclaimPolicy", "Delete");
    set_default(o, "volumeBindingMode", "Immediate");
}

void csi_driver(bj::object& spec) {
    set_default(spec, "attachRequired", true);
    for (const char* key : {"podInfoOnMount", "storageCapacity", "requiresRepublish", "seLinuxMount"})
        set_default(spec, key, false);
    set_default(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
    if (list_of(spec, "volumeLifecycleModes").empty()) spec["volumeLifecycleModes"] = bj::array{"Persistent"};
}

// Also if the field is 0.
void set_number_default(bj::object& o, const char* key, std::int64_t value) {
    if (number_at(o, key).value_or(0) == 0) o[key] = value;
}

void queuing(bj::object& q) {
    constexpr std::int64_t hand_size = 8, queues = 64, length_limit = 50;
    set_number_default(q, "handSize", hand_size);
    set_number_default(q, "queues", queues);
    set_number_default(q, "queueLengthLimit", length_limit);
}

void limited_level(bj::object& level) {
    constexpr std::int64_t shares = 30;
    set_default(level, "nominalConcurrencyShares", shares);
    set_default(level, "lendablePercent", 0);
}

void exempt_level(bj::object& level) {
    set_default(level, "nominalConcurrencyShares", 0);
    set_default(level, "lendablePercent", 0);
}

void flow_schema(bj::object& spec) {
    constexpr std::int64_t precedence = 1000;
    set_number_default(spec, "matchingPrecedence", precedence);
}

void device_request(bj::object& r) {
    set_text_default(r, "allocationMode", "ExactCount");
    if (text_at(r, "allocationMode") == "ExactCount") set_number_default(r, "count", 1);
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
    set_default(spec, "minReplicas", 1);
    if (!list_of(spec, "metrics").empty()) return;
    const bj::object target{{"type", "Utilization"}, {"averageUtilization", cpu_target}};
    const bj::object cpu{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {"target", target}}}};
    bj::array metrics;
    metrics.push_back(cpu);
    spec["metrics"] = std::move(metrics);
}

constexpr type_default cluster_default_table[] = {
    {"networking.v1.NetworkPolicySpec", network_policy},
    {"networking.v1.NetworkPolicyPort", [](bj::object& p) { set_default(p, "protocol", "TCP"); }},
    {"networking.v1.IngressClassSpec", ingress_class},
    {"storage.v1.StorageClass", storage_class},
    {"storage.v1.CSIDriverSpec", csi_driver},
    {"flowcontrol.v1.FlowSchemaSpec", flow_schema},
    {"flowcontrol.v1.ExemptPriorityLevelConfiguration", exempt_level},
    {"flowcontrol.v1.LimitedPriorityLevelConfiguration", limited_level},
    {"flowcontrol.v1.QueuingConfiguration", queuing},
    {"resource.v1.ExactDeviceRequest", device_request},
    {"resource.v1.DeviceSubRequest", device_request},
    {"resource.v1.DeviceToleration", [](bj::object& t) { set_text_default(t, "operator", "Equal"); }},
    {"autoscaling.v1.HorizontalPodAutoscalerSpec", [](bj::object& s) { set_default(s, "minReplicas", 1); }},
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", autoscaler},
    {"autoscaling.v2.HorizontalPodAutoscalerBehavior", autoscaler_behavior},
    {"apiregistration.v1.ServiceReference", [](bj::object& s) { set_default(s, "port", 443); }},
};

}  // namespace

std::span<const type_default> cluster_type_defaults() {
    return cluster_default_table;
}

}  // namespace setpoint::inline v0::apiserver
