#pragma once
// Objects that exist from the start: namespaces, and the API's own Service.

#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The Service default/kubernetes.
inline constexpr std::string_view kubernetes_service =
    R"({"metadata":{"name":"kubernetes","namespace":"default",
        "labels":{"component":"apiserver","provider":"kubernetes"}},
        "spec":{"type":"ClusterIP","clusterIP":"10.96.0.1","clusterIPs":["10.96.0.1"],"sessionAffinity":"None",
        "ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack",
        "ports":[{"name":"https","protocol":"TCP","port":443,"targetPort":6443}]}})";

// Throws std::logic_error if one is rejected: a bug in this server.
void add_initial_objects(server_state& w);
// The roles, bindings, APIServices, flow schemas, priority levels and the ServiceCIDR of
// server_options::bootstrap_objects, from tables/initial_objects.json (src/apiserver/kinds/generate).
// APIServices then follow the definitions. And the ConfigMap kube-system/extension-apiserver-authentication
// with the CA of clients, unless that is empty, and what is known of proxies.
void add_bootstrap_objects(server_state& w, const std::string& ca_pem, const front_proxy_options& proxies);
// A ClusterRole among them; empty if there is none of that name.
bj::object initial_cluster_role(std::string_view name);
// Stores a complete object of the server's own, which needs no validation.
void keep_unvalidated(server_state& w, const resource& r, bj::object o);
// Keeps an IPAddress for the cluster IP of each Service, as the real server's allocator does. Call after
// a Service was stored; `before` and `now` are null if it was created or removed.
void follow_service(server_state& w, const bj::object* before, const bj::object* now);

}}}  // namespace setpoint::v0::apiserver
