#pragma once
// The states of Jobs, Pods and other workloads that reconcilers ask for. rollout() describes a Deployment's
// as conditions.
//
// They read nothing but the object, so they are as current as it is: a cached one may be behind.

#include "setpoint/api/time.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 {

namespace apps_v1 {
struct daemon_set;
struct deployment;
struct stateful_set;
}  // namespace apps_v1
namespace batch_v1 {
struct job;
}
namespace core_v1 {
struct pod;
}

// A Job has ended with its condition Complete or Failed, when all its pods have ended. SuccessCriteriaMet and
// FailureTarget announce the end; pods may still run then.
// Never infer the end from status.succeeded or status.failed, which change while pods still run.
bool has_ended(const batch_v1::job& j);
bool has_succeeded(const batch_v1::job& j);
bool has_failed(const batch_v1::job& j);
// When the Job ended, by the transition of its condition; nothing before.
std::optional<timestamp> ended_at(const batch_v1::job& j);

// Whether the pod's condition Ready is True.
bool is_ready(const core_v1::pod& p) noexcept;
// A pod has ended when its phase is Succeeded or Failed; it will not run again.
bool has_ended(const core_v1::pod& p);
bool has_succeeded(const core_v1::pod& p);
bool has_failed(const core_v1::pod& p);

// Whether the controller has seen the latest spec and every desired pod is updated and available: what
// `kubectl rollout status` waits for. `replicas` is the desired number if it is not spec.replicas.
// spec.replicas is 1 if it is absent, as in the API.
bool is_rolled_out(const apps_v1::deployment& d, std::optional<std::int32_t> replicas = {});
// With a partition, only the pods from that ordinal on must be updated. With the strategy OnDelete, which
// replaces no pod by itself, the pods only have to be available, as for a DaemonSet.
// Looks at available pods, that is pods that have been ready for minReadySeconds; kubectl looks at
// ready ones.
bool is_rolled_out(const apps_v1::stateful_set& s, std::optional<std::int32_t> replicas = {});
bool is_rolled_out(const apps_v1::daemon_set& d);

}}  // namespace setpoint::v0
