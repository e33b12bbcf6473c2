#pragma once
// The scenarios that run under many seeds. Each leaves its objects in place for comparison.

#include "cluster.hpp"

#include <span>

namespace embedded {

struct scenario {
    const char* name;
    awaitable<void> (*run)(cluster&);
};

std::span<const scenario> deployment_scenarios();
std::span<const scenario> rollout_scenarios();
std::span<const scenario> replica_scenarios();
std::span<const scenario> job_scenarios();
std::span<const scenario> garbage_scenarios();
std::span<const scenario> namespace_scenarios();
std::span<const scenario> service_scenarios();
std::span<const scenario> node_scenarios();
std::span<const scenario> policy_scenarios();
std::span<const scenario> migration_scenarios();
std::vector<scenario> all_scenarios();

}  // namespace embedded
