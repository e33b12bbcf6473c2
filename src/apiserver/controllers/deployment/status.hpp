#pragma once
// The status of a Deployment: pure functions of its replica sets.

#include "apiserver/controllers/deployment/scale.hpp"

namespace setpoint::inline v0::apiserver {

// Sets the condition unless status and reason are unchanged; keeps lastTransitionTime while the
// status is unchanged.
void set_condition(workload_conditions& conditions, std::string_view type, condition_status status,
                   std::string_view reason, std::string message, wall_time now);

bool has_progress_deadline(const deployment_view& d);
// Computes the counters and the condition Available; other conditions are copied from `before`.
deployment_status_view count_status(const deployment_view& d, const deployment_status_view& before,
                                    const deployment_sets& sets, wall_time now);
// Whether all pods are new and available, and the status is for this generation.
bool is_complete(const deployment_view& d, const deployment_status_view& s);
// Sets the conditions Progressing and ReplicaFailure. `before`: the reported status.
void update_progress(const deployment_view& d, const deployment_status_view& before,
                     const deployment_sets& sets, deployment_status_view& next, wall_time now);
// When to check again whether the rollout has stopped making progress.
std::optional<duration> next_progress_check(const deployment_view& d, const deployment_status_view& s,
                                            wall_time now);

}  // namespace setpoint::inline v0::apiserver
