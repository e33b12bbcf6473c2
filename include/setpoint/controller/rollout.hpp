#pragma once
// How far a Deployment has come, as conditions of the object that owns it.

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/controller/problem.hpp"

namespace setpoint {

struct rollout_state {
    // True ("MinimumReplicasAvailable") when the Deployment says so; False with "ScaledToZero" or
    // "MinimumReplicasUnavailable" otherwise.
    condition_state available;
    // True ("RollingOut") until every pod is up to date and available, then False ("RolledOut").
    condition_state progressing;
    // The Deployment's own conditions ReplicaFailure and, when it is False, Progressing.
    std::optional<problem> failure;
};

// `d` as the server has it. `replicas`: how many there should be, if not d.spec.replicas.
rollout_state rollout(const deployment& d, std::optional<std::int32_t> replicas = {});

// The same for an owner whose Deployment may be missing (null) and which may have a problem of its own:
// `available` is False ("NoDeployment") without a Deployment. `progressing` is False with the problem's
// reason while there is one, otherwise True ("Creating") without a Deployment. `failure` is the problem, if
// there is one: explain(failure) is the condition Degraded.
rollout_state rollout(const deployment* d, std::optional<problem> why,
                      std::optional<std::int32_t> replicas = {});

}  // namespace setpoint
