#pragma once
// What the status of a namespace that is being deleted says: a pure function of what is left in it.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "apiserver/controllers/namespace/view.hpp"

#include <map>

namespace setpoint::apiserver {

// What is left after everything was asked to go.
struct namespace_remains {
    std::map<std::string, std::size_t> resources;   // "pods.": how many, by plural and group
    std::map<std::string, std::size_t> finalizers;  // how many objects each holds
    std::vector<std::string> failures;              // of deletions
    std::int64_t estimate = 0;                      // seconds until it may be gone
    // Pods go first; while some are left, nothing else was looked at, and conditions say nothing of them.
    bool pods_first = false;
};

// Adds what one object that is left tells.
void add_remaining(namespace_remains& r, const graph_resource& of, const object_meta& meta);
// How long pods may take: the longest grace of those that run, 0 once that has passed since the deletion.
std::int64_t pod_estimate(const std::vector<graph_object>& pods, timestamp deleted, wall_time now);

// The five conditions of a namespace that is terminating; those that say the same keep their time.
std::vector<condition> namespace_conditions(const std::vector<condition>& before, const namespace_remains& r,
                                            wall_time now);

}  // namespace setpoint::apiserver
