#pragma once
// The status of a terminating namespace: a pure function of its remaining content.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "apiserver/controllers/namespace/partial_types.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The content left after everything was deleted.
struct namespace_remains {
    // The number of objects by plural and group: "pods.".
    std::map<std::string, std::size_t> resources;
    std::map<std::string, std::size_t> finalizers;  // the number of objects that each holds
    std::vector<std::string> failures;              // of deletions
    std::int64_t estimate = 0;                      // seconds until it may be empty
    // Pods are deleted first; while any are left, other resources are not checked and the
    // conditions do not cover them.
    bool pods_first = false;
};

// Adds a remaining object.
void add_remaining(namespace_remains& r, const graph_resource& of, const object_meta& meta);
// How long pods may take: the longest grace period of the running ones, 0 once that has passed
// since the deletion.
std::int64_t pod_estimate(const std::vector<graph_object>& pods, timestamp deleted, wall_time now);

// The five conditions of a terminating namespace; unchanged ones keep their time.
std::vector<condition> namespace_conditions(const std::vector<condition>& before, const namespace_remains& r,
                                            wall_time now);

}}}  // namespace setpoint::v0::apiserver
