#pragma once
// Which node a pod goes to: pure functions.

#include "apiserver/controllers/node/view.hpp"
#include "apiserver/controllers/pod/view.hpp"

#include <map>

namespace setpoint::apiserver {

bool tolerates(const std::vector<toleration>& tolerations, const taint& t);

struct placement {
    std::string node;  // "" when none will do
    std::string why;   // then: "0/2 nodes are available: 1 node(s) were unschedulable, ..."
};
// The least loaded node that will do; of equals, the first by name. `load`: pods on each node.
placement choose_node(const pod_view& p, const std::vector<node_ptr>& nodes,
                      const std::map<std::string, std::size_t>& load);

// Whether the scheduler should place it at all.
bool wants_node(const pod_view& p);

}  // namespace setpoint::apiserver
