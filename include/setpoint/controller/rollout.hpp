#pragma once
// Describes the rollout of a Deployment as conditions of its owner.

#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/controller/problem.hpp"

namespace setpoint::inline v0 {

struct rollout_state {
    // True ("MinimumReplicasAvailable") if the Deployment reports it; otherwise False with "ScaledToZero" or
    // "MinimumReplicasUnavailable".
    condition_state available;
    // True ("RollingOut") until every pod is up to date and available, then False ("RolledOut").
    condition_state progressing;
    // From the Deployment's own conditions: ReplicaFailure, or Progressing if that is False.
    std::optional<problem> failure;
};

// `d` is the live Deployment. `replicas` is the desired number if it is not d.spec.replicas.
rollout_state rollout(const apps_v1::deployment& d, std::optional<std::int32_t> replicas = {});

// The same for an owner whose Deployment may be missing (null) and that may have another problem. Without a
// Deployment, `available` is False ("NoDeployment") and `progressing` is True ("Creating"). While there is a
// problem, `progressing` is False with its reason, and `failure` is the problem: use explain(failure) as the
// condition Degraded.
rollout_state rollout(const apps_v1::deployment* d, std::optional<problem> why,
                      std::optional<std::int32_t> replicas = {});

}  // namespace setpoint::inline v0
