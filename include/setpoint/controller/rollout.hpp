#pragma once
// Describes the rollout of a Deployment as conditions of its owner.
//
//     const auto d = co_await ctx.ensure(*self, desired);
//     if (!d) co_return d.error();
//     const rollout_state s = rollout(*d->object);
//     ctx.conditions(*self, next).set("Available", s.available).set("Progressing", s.progressing);
//     ctx.conditions(*self, next).set("Degraded", explain(s.failure));

#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/controller/problem.hpp"

namespace setpoint { inline namespace v0 {

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
// Pass `replicas` when an autoscaler decides the number: spec.replicas may be behind it, or absent,
// which means 1. Does not suspend and reads nothing but `d`.
rollout_state rollout(const apps_v1::deployment& d, std::optional<std::int32_t> replicas = {});

// The same for an owner whose Deployment may be missing (null) and that may have another problem. Without a
// Deployment, `available` is False ("NoDeployment") and `progressing` is True ("Creating"). While there is a
// problem, `progressing` is False with its reason, and `failure` is the problem: use explain(failure) as the
// condition Degraded.
// `d` need only be valid during the call.
rollout_state rollout(const apps_v1::deployment* d, std::optional<problem> why,
                      std::optional<std::int32_t> replicas = {});

}}  // namespace setpoint::v0
