#pragma once
// The status of a Deployment: pure functions of its replica sets.

#include "apiserver/controllers/deployment/scale.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Sets the condition unless status and reason are unchanged; keeps lastTransitionTime while the
// status is unchanged.
void set_condition(workload_conditions& conditions, std::string_view type, condition_status status,
                   std::string_view reason, std::string message, wall_time now);

bool has_progress_deadline(const partial_deployment& d);
// Computes the counters and the condition Available; other conditions are copied from `before`.
partial_deployment_status count_status(const partial_deployment& d, const partial_deployment_status& before,
                                       const deployment_sets& sets, wall_time now);
// Whether all pods are new and available, and the status is for this generation.
bool is_complete(const partial_deployment& d, const partial_deployment_status& s);
// Sets the conditions Progressing and ReplicaFailure. `before`: the reported status.
void update_progress(const partial_deployment& d, const partial_deployment_status& before,
                     const deployment_sets& sets, partial_deployment_status& next, wall_time now);
// When to check again whether the rollout has stopped making progress.
std::optional<duration> next_progress_check(const partial_deployment& d, const partial_deployment_status& s,
                                            wall_time now);

}}}  // namespace setpoint::v0::apiserver
