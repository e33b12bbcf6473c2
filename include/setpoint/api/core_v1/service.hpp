#pragma once
// Services (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint::inline v0 {

struct service_port {
    std::int32_t port = 0;
    interned_string protocol = "TCP";  // a key of the list, so always sent
    interned_string name{};            // required if there are several ports
    int_or_string target_port{};
    std::optional<std::int32_t> node_port{};
    interned_string app_protocol{};

    template <class Self = service_port>
    static constexpr auto describe() {
        using namespace schema;
        return object("A port of the service.", field(&Self::port, "port", "", required),
                      field(&Self::protocol, "protocol", "TCP, UDP or SCTP."), field(&Self::name, "name", ""),
                      field(&Self::target_port, "targetPort",
                            "Number or name of the pods' port; unset: the same number."),
                      field(&Self::node_port, "nodePort", "Chosen by the server when unset."),
                      field(&Self::app_protocol, "appProtocol", ""));
    }
};

struct client_ip_config {
    std::optional<std::int32_t> timeout_seconds{};

    template <class Self = client_ip_config>
    static constexpr auto describe() {
        using namespace schema;
        return object("The configurations of Client IP based session affinity.",
                      field(&Self::timeout_seconds, "timeoutSeconds",
                            "The seconds of ClientIP type session sticky time."));
    }
};

struct session_affinity_config {
    boxed<client_ip_config> client_ip{};

    template <class Self = session_affinity_config>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The configurations of session affinity.",
            field(&Self::client_ip, "clientIP", "The configurations of Client IP based session affinity."));
    }
};

struct service_spec {
    interned_string type{};        // ClusterIP, NodePort, LoadBalancer, ExternalName
    interned_string cluster_ip{};  // assigned by the server if unset; "None": headless, DNS returns the pods
    string_map selector{};
    std::vector<service_port> ports{};  // owned completely: ports that other clients add are removed
    interned_string external_name{}, external_traffic_policy{}, internal_traffic_policy{}, ip_family_policy{},
        load_balancer_class{}, session_affinity{};
    std::vector<interned_string> cluster_ips{}, external_ips{}, ip_families{}, load_balancer_source_ranges{};
    std::optional<std::int32_t> health_check_node_port{};
    std::optional<bool> publish_not_ready_addresses{}, allocate_load_balancer_node_ports{};
    interned_string load_balancer_ip{};
    boxed<setpoint::session_affinity_config> session_affinity_config{};
    std::optional<interned_string> traffic_distribution{};

    template <class Self = service_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "What the service should be.",
            field(&Self::type, "type", "ClusterIP, NodePort, LoadBalancer or ExternalName."),
            field(&Self::cluster_ip, "clusterIP", ""),
            field(&Self::selector, "selector", "Labels of the pods behind it.", exclusive),
            field(&Self::ports, "ports", "", list_map("port", "protocol"), exclusive),
            field(&Self::external_name, "externalName", ""),
            field(&Self::external_traffic_policy, "externalTrafficPolicy", "Cluster or Local."),
            field(&Self::internal_traffic_policy, "internalTrafficPolicy", "Cluster or Local."),
            field(&Self::ip_family_policy, "ipFamilyPolicy", ""),
            field(&Self::load_balancer_class, "loadBalancerClass", ""),
            field(&Self::session_affinity, "sessionAffinity", "ClientIP or None."),
            field(&Self::cluster_ips, "clusterIPs", ""), field(&Self::external_ips, "externalIPs", ""),
            field(&Self::ip_families, "ipFamilies", ""),
            field(&Self::load_balancer_source_ranges, "loadBalancerSourceRanges", ""),
            field(&Self::health_check_node_port, "healthCheckNodePort", "", omitzero),
            field(&Self::publish_not_ready_addresses, "publishNotReadyAddresses", "", omitzero),
            field(&Self::allocate_load_balancer_node_ports, "allocateLoadBalancerNodePorts", ""),
            field(&Self::load_balancer_ip, "loadBalancerIP", "Only applies to Service Type: LoadBalancer."),
            field(&Self::session_affinity_config, "sessionAffinityConfig",
                  "The configurations of session affinity."),
            field(&Self::traffic_distribution, "trafficDistribution", ""));
    }
};

struct port_status {
    std::optional<std::int32_t> port{};
    interned_string protocol{};
    std::optional<interned_string> error{};

    template <class Self = port_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The error condition of a service port.",
            field(&Self::port, "port",
                  "The port number of the service port of which status is recorded here.", required),
            field(&Self::protocol, "protocol", "", required), field(&Self::error, "error", ""));
    }
};

struct load_balancer_ingress {
    interned_string ip{}, hostname{};
    interned_string ip_mode{};
    std::vector<port_status> ports{};

    template <class Self = load_balancer_ingress>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::ip, "ip", ""), field(&Self::hostname, "hostname", ""),
                      field(&Self::ip_mode, "ipMode", ""), field(&Self::ports, "ports", "", exclusive));
    }
};

struct load_balancer_status {
    std::vector<load_balancer_ingress> ingress{};

    template <class Self = load_balancer_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::ingress, "ingress", "Where the balancer is reached."));
    }
};

struct service_status {
    load_balancer_status load_balancer{};
    std::vector<condition> conditions{};

    template <class Self = service_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::load_balancer, "loadBalancer", ""),
                      field(&Self::conditions, "conditions", "", list_map("type")));
    }
};

struct service {
    object_meta metadata{};
    service_spec spec{};
    service_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Service", "services"); }
    template <class Self = service>
    static constexpr auto describe() {
        using namespace schema;
        return object("A stable address for pods.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::service);
