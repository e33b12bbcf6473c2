#pragma once
// What an autoscaler's metrics propose. Pure functions (kubernetes'
// pkg/controller/podautoscaler/replica_calculator.go).
//
// There is no metrics server: pods have their metrics as annotations, for resources and for metrics of pods
// alike.
//   setpoint.dev/metrics.cpu: 250m            the usage of the pod
//   setpoint.dev/metrics.cpu.main: 200m       the usage of its container main, for ContainerResource metrics
//   setpoint.dev/metrics.requests: "100"      the metric `requests` of the pod
// Metrics of other objects and external ones have no values.

#include "apiserver/controllers/pod/partial_types.hpp"
#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

inline constexpr std::string_view metric_annotation = "setpoint.dev/metrics.";

struct tolerances {
    double down = 0.1, up = 0.1;
    bool contain(double ratio) const { return 1.0 - down <= ratio && ratio <= 1.0 + up; }
};
tolerances tolerances_of(const horizontal_pod_autoscaler& a);

struct metric_proposal {
    std::int32_t replicas = 0;
    std::string name;  // "cpu resource utilization (percentage of request)"
    metric_status status;
};
// `pods`: those that the target's selector selects. Errors: failed; `reason` is that of the condition and the
// event, the message is that of the event.
result<metric_proposal> propose(const metric_spec& m, std::int32_t replicas, const std::vector<pod_ptr>& pods,
                                const tolerances& t, wall_time now);
// What the real controller prepends when it reports the error of one of several metrics.
std::string metric_failure(const metric_spec& m, std::string_view why);

}}}  // namespace setpoint::v0::apiserver
