#pragma once
// The taints that follow from a node's conditions, and how long pods bear them: pure functions (kubernetes'
// pkg/controller/nodelifecycle and tainteviction).

#include "apiserver/controllers/node/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The node's taints with those of the controller added and removed; nothing if they are right already.
std::optional<std::vector<taint>> corrected_taints(const partial_node& n, wall_time now);

std::vector<taint> no_execute_taints(const partial_node& n);
// How long a pod may stay on a node with these taints: zero if it does not tolerate one, nothing if it may
// stay indefinitely.
std::optional<duration> tolerated_time(const std::vector<toleration>& tolerations,
                                       const std::vector<taint>& taints);

}}}  // namespace setpoint::v0::apiserver
