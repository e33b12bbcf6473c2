#pragma once
// The states of Jobs, Pods and other workloads that reconcilers ask for. rollout() describes a Deployment's
// as conditions.

#include "setpoint/api/time.hpp"

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

struct job;
struct pod;
struct deployment;
struct stateful_set;
struct daemon_set;

// A Job has ended with its condition Complete or Failed, when all its pods have ended. SuccessCriteriaMet and
// FailureTarget announce the end; pods may still run then.
bool has_ended(const job& j);
bool has_succeeded(const job& j);
bool has_failed(const job& j);
// When the Job ended, by the transition of its condition; nothing before.
std::optional<timestamp> ended_at(const job& j);

// A pod has ended when its phase is Succeeded or Failed; it will not run again. See is_ready() for one that
// runs.
bool has_ended(const pod& p);
bool has_succeeded(const pod& p);
bool has_failed(const pod& p);

// Whether the controller has seen the latest spec and every desired pod is updated and available: what
// `kubectl rollout status` waits for. `replicas` is the desired number if it is not spec.replicas.
bool is_rolled_out(const deployment& d, std::optional<std::int32_t> replicas = {});
// With a partition, only the pods from that ordinal on must be updated. With the strategy OnDelete, which
// replaces no pod by itself, the pods only have to be available, as for a DaemonSet.
bool is_rolled_out(const stateful_set& s, std::optional<std::int32_t> replicas = {});
bool is_rolled_out(const daemon_set& d);

}  // namespace setpoint::inline v0
