#pragma once
// What the embedded API server runs, how its nodes behave, and its limits.

#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace setpoint::apiserver {

// What runs behind the API; each part can be left out.
struct behaviours {
    bool garbage_collection = true;  // by owner references; foreground, background, orphan
    bool namespaces = true;          // deletion of their contents; default ServiceAccount, kube-root-ca.crt
    bool workloads = true;           // Deployment, ReplicaSet, ReplicationController, Job
    bool addresses = true;           // ClusterIP and NodePort of Services, EndpointSlices
    bool nodes = true;               // Nodes, binding of pods to them, and a stand-in for their kubelet
};

// The stand-in for the kubelet.
struct node_options {
    int count = 1;
    duration start_delay = std::chrono::milliseconds(200);  // from bound to Running
    duration ready_delay = std::chrono::milliseconds(100);  // from Running to Ready
    duration job_delay = std::chrono::seconds(1);  // how long pods with restartPolicy Never/OnFailure run
    duration stop_delay = std::chrono::milliseconds(100);  // from deletion to gone
};

struct server_options {
    behaviours run;
    node_options nodes;
    duration history = std::chrono::minutes(5);  // how long old revisions can be watched and listed
    std::string ca_pem;                          // put into kube-root-ca.crt
    std::size_t max_body = 3 * 1024 * 1024;      // of a request
    // Conversion webhooks are called over the network, in real time. Without it their conversions fail.
    bool call_webhooks = false;
    std::function<void(std::string_view verb, std::string_view group, std::string_view resource,
                       std::string_view subresource, std::string_view ns, std::string_view name)>
        on_request;  // sees every request to a resource: for recorders
};

}  // namespace setpoint::apiserver
