#pragma once
// Maintains a number of equal pods, for ReplicaSets and ReplicationControllers. Pure functions.

#include "apiserver/controllers/partial_workloads.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// The fields that both kinds share.
struct replica_goal {
    std::int32_t replicas = 1, min_ready_seconds = 0;
    std::int64_t generation = 0;
    string_map template_labels;
    bool deleting = false;
    bool counts_terminating = true;  // true for ReplicaSets
};

// The `surplus` pods to delete: unassigned before assigned, pending before running, not ready
// before ready, lower deletion cost first, then pods on nodes with many of `related`, ready for a
// shorter time, more restarts, newer.
std::vector<pod_ptr> choose_pods_to_delete(std::vector<pod_ptr> active, const std::vector<pod_ptr>& related,
                                           std::size_t surplus, wall_time now);

struct replica_plan {
    std::int32_t create = 0;
    std::vector<pod_ptr> remove;
};
// At most 500 at a time.
replica_plan plan_replicas(const replica_goal& goal, const std::vector<pod_ptr>& owned,
                           const std::vector<pod_ptr>& related, wall_time now);

// `failure`: why pods could not be created or deleted, "" if there was no error.
partial_replica_status replica_status(const replica_goal& goal, const partial_replica_status& before,
                                      const std::vector<pod_ptr>& owned, const std::string& failure,
                                      wall_time now);
// When the passage of time makes a pod available; empty if it never does.
std::optional<duration> next_available(const replica_goal& goal, const std::vector<pod_ptr>& owned,
                                       wall_time now);

}}}  // namespace setpoint::v0::apiserver
