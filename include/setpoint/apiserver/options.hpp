#pragma once
// Options of the embedded API server: its controllers, its nodes, and its limits.

#include "setpoint/apiserver/access_options.hpp"
#include "setpoint/apiserver/admission_options.hpp"
#include "setpoint/apiserver/audit_options.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/secret.hpp"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The controllers that run behind the API; each can be disabled.
struct background_controllers {
    bool garbage_collection = true;  // by owner references, in three ways; storage migrations
    bool namespaces = true;          // deletion of their content; ServiceAccount default, kube-root-ca.crt
    bool workloads = true;           // Deployments, StatefulSets, Jobs and the like; volumes for claims
    bool addresses = true;           // ClusterIP and NodePort of Services
    bool endpoints = true;           // EndpointSlices of Services
    bool nodes = true;               // Nodes, a scheduler, and a fake kubelet

    // The names that --without and stories use, in the order of the members.
    static constexpr std::initializer_list<std::string_view> names{
        "garbage-collection", "namespaces", "workloads", "addresses", "endpoints", "nodes"};
    // Disables those of that name; another text changes nothing.
    void disable(std::string_view name) {
        bool* const all[] = {&garbage_collection, &namespaces, &workloads, &addresses, &endpoints, &nodes};
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names.begin()[i] == name) *all[i] = false;
    }
};

// Options of the fake kubelet.
struct node_options {
    int count = 1;
    duration start_delay = std::chrono::milliseconds(200);  // from bound to Running
    duration ready_delay = std::chrono::milliseconds(100);  // from Running to Ready
    duration job_delay = std::chrono::seconds(1);  // how long pods with restartPolicy Never/OnFailure run
    duration stop_delay = std::chrono::milliseconds(100);  // from deletion to removal
};

struct server_options {
    background_controllers run;
    node_options nodes;
    duration history = std::chrono::minutes(5);  // how long old revisions can be watched and listed
    duration event_ttl = std::chrono::hours(1);  // how long an Event stays after its last write
    // For kube-root-ca.crt and, if it has only certificates of CAs, the ClusterTrustBundle of
    // kubernetes.io/kube-apiserver-serving.
    std::string ca_pem;
    // The private key of the first certificate in `ca_pem`, in PEM. With it the controllers approve, sign and
    // clean up CertificateSigningRequests; the certificates are credentials if access.client_ca_pem has the
    // CA. Empty: no controller acts on the requests.
    setpoint::secret ca_key_pem{};
    // Whether there are the roles, bindings and APIServices that kube-apiserver creates when it starts, and
    // an APIService for each version of a CustomResourceDefinition.
    bool bootstrap_objects = false;
    // The minor version as which the server behaves, as kube-apiserver --emulated-version: which features
    // exist and are on by default, and which kinds are served. kubernetes_version or the one before, such as
    // "1.36"; empty: the newest.
    std::string emulated_version{};
    admission_options admission;  // plugins and features
    access_options access;        // who may do what
    audit_options audit;          // which requests are recorded
    // The folder that keeps all objects and their history over a restart; created if it is missing. A write
    // is answered when it is on the disk. Empty: objects are in memory only.
    std::string data_folder{};
    std::size_t max_body = 3 * 1024 * 1024;  // of a request
    // Whether to call admission and conversion webhooks over the network and in real time. If false,
    // only those that server::serve_webhooks() was given are called, and all others fail.
    bool call_webhooks = false;
    std::function<void(std::string_view verb, std::string_view group, std::string_view resource,
                       std::string_view subresource, std::string_view ns, std::string_view name)>
        on_request;  // called for every request to a resource
};

}}}  // namespace setpoint::v0::apiserver
