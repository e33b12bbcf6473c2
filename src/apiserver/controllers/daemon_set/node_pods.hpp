#pragma once
// The pods of a DaemonSet by node.

#include "apiserver/controllers/daemon_set/plan.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using pods_by_node = std::map<std::string, std::vector<pod_ptr>, std::less<>>;
// Without those that have finished and are being deleted.
pods_by_node group_by_node(const std::vector<pod_ptr>& pods);
// With a node before without, then the older, then by name.
void sort_by_age(std::vector<pod_ptr>& pods);

// A step of a rolling update, for nodes that have all their pods.
void plan_daemon_update(const partial_daemon_set& set, const daemon_seen& seen, pods_by_node pods,
                        daemon_plan& plan);

}}}  // namespace setpoint::v0::apiserver
