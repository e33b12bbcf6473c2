#pragma once
// The controllers behind the API, run by a manager: garbage collection, namespaces, workloads,
// endpoints, nodes. They use the API only through the manager's client.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "apiserver/kinds/feature_gates.hpp"
#include "apiserver/registry/registry.hpp"
#include "setpoint/apiserver/options.hpp"
#include "setpoint/manager/manager.hpp"

#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

class account_authority;

struct builtin_controller_options {
    background_controllers run;
    node_options nodes;
    // Whether new pods run on Nodes of others too, which a snapshot contains; null: no.
    std::function<bool()> serves_other_nodes{};
    std::string ca_pem;           // for kube-root-ca.crt
    setpoint::secret ca_key_pem;  // signs certificates; empty: nobody acts on CertificateSigningRequests
    std::shared_ptr<const account_authority> accounts;  // signs the tokens of Secrets; may be null
    // Concurrent deletions within one namespace.
    std::size_t max_concurrent = 4;
    // For the status of admission policies, and the kinds that are served; null: it is not written, and all
    // kinds are served.
    const registry* kinds = nullptr;
    // Which controllers there are: StorageVersionMigrator, ClusterTrustBundle and PodCertificateRequest.
    feature_gates features{};
};

// Adds the controllers enabled in `o.run`, and their runnables. Call before manager::run().
// `graph`: for garbage collection and namespace deletion; may be null if both are off. All
// arguments must outlive the manager.
void add_builtin_controllers(manager& m, const builtin_controller_options& o, object_graph* graph);

}}}  // namespace setpoint::v0::apiserver
