#pragma once
// What the status of a Deployment says: pure functions of its replica sets.

#include "apiserver/controllers/deployment/scale.hpp"

namespace setpoint::apiserver {

// Takes it over unless status and reason are the same as before; the transition time is kept while the status
// is.
void set_condition(workload_conditions& conditions, std::string_view type, condition_status status,
                   std::string_view reason, std::string message, wall_time now);

bool has_progress_deadline(const deployment_view& d);
// Numbers and the condition Available; other conditions are those of `before`.
deployment_status_view count_status(const deployment_view& d, const deployment_status_view& before,
                                    const deployment_sets& sets, wall_time now);
// All pods are new and available, and the status is about this generation.
bool is_complete(const deployment_view& d, const deployment_status_view& s);
// The conditions Progressing and ReplicaFailure. `before`: as reported.
void judge_progress(const deployment_view& d, const deployment_status_view& before,
                    const deployment_sets& sets, deployment_status_view& next, wall_time now);
// When it must be looked at again to see whether it has stopped making progress.
std::optional<duration> next_progress_check(const deployment_view& d, const deployment_status_view& s,
                                            wall_time now);

}  // namespace setpoint::apiserver
