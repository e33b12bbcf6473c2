#pragma once
// What runs behind the API, as controllers of a manager: garbage collection, namespaces, workloads,
// endpoints, nodes. It talks to the API through the manager's client only.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/apiserver/options.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>

namespace setpoint::apiserver {

struct behaviour_options {
    behaviours run;
    node_options nodes;
    std::string ca_pem;  // of kube-root-ca.crt
    // How many objects a namespace may have deleted at a time.
    std::size_t max_concurrent = 4;
};

// Declares the controllers that `o.run` names, and runnables beside them. Before manager::run(). `graph`:
// what garbage collection and namespace deletion look at; may be null when both are off. Everything outlives
// the manager.
void add_behaviours(manager& m, const behaviour_options& o, object_graph* graph);

}  // namespace setpoint::apiserver
