#pragma once
// The scenarios that run under many seeds. Each leaves its objects in place for comparison.

#include "cluster.hpp"

#include <span>

namespace embedded {

struct story {
    const char* name;
    awaitable<void> (*tell)(cluster&);
};

std::span<const story> deployment_stories();
std::span<const story> rollout_stories();
std::span<const story> replica_stories();
std::span<const story> job_stories();
std::span<const story> garbage_stories();
std::span<const story> namespace_stories();
std::span<const story> service_stories();
std::span<const story> node_stories();
std::vector<story> all_stories();

}  // namespace embedded
