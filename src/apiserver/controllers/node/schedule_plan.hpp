#pragma once
// Chooses the node of a pod. Pure functions.

#include "apiserver/controllers/node/partial_types.hpp"
#include "apiserver/controllers/node/pod_claims.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

bool tolerates(const std::vector<toleration>& tolerations, const taint& t);

struct placement {
    std::string node;  // "" if none fits
    // The reason if none fits: "0/2 nodes are available: 1 node(s) were unschedulable, ..."
    std::string why;
};
// The least loaded node that fits; ties are broken by name. `load`: the number of pods on each
// node. `claims`: of the pod. `without_ports`: the nodes on which another pod has a host port of it.
placement choose_node(const partial_pod& p, const std::vector<node_ptr>& nodes,
                      const std::map<std::string, std::size_t>& load, const pod_claims& claims = {},
                      const std::set<std::string, std::less<>>& without_ports = {});

// Whether the scheduler is responsible for the pod.
bool needs_node(const partial_pod& p);
// Being deleted before it had a node and not finished: no kubelet reports its end.
bool ends_unbound(const partial_pod& p);

}}}  // namespace setpoint::v0::apiserver
