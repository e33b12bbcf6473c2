#pragma once
// Services (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint {

struct service_port {
    std::int32_t port = 0;
    interned_string protocol = "TCP";  // a key of the list, so always sent
    interned_string name{};            // required if there are several ports
    int_or_string target_port{};
    std::optional<std::int32_t> node_port{};
    interned_string app_protocol{};

    static constexpr auto describe() {
        using namespace schema;
        using self = service_port;
        return object("A port of the service.", field(&self::port, "port", "", required),
                      field(&self::protocol, "protocol", "TCP, UDP or SCTP."), field(&self::name, "name", ""),
                      field(&self::target_port, "targetPort",
                            "Number or name of the pods' port; unset: the same number."),
                      field(&self::node_port, "nodePort", "Chosen by the server when unset."),
                      field(&self::app_protocol, "appProtocol", ""));
    }
};

struct client_ip_config {
    std::optional<std::int32_t> timeout_seconds{};

    static constexpr auto describe() {
        using namespace schema;
        using self = client_ip_config;
        return object("The configurations of Client IP based session affinity.",
                      field(&self::timeout_seconds, "timeoutSeconds",
                            "The seconds of ClientIP type session sticky time."));
    }
};

struct session_affinity_config {
    boxed<client_ip_config> client_ip{};

    static constexpr auto describe() {
        using namespace schema;
        using self = session_affinity_config;
        return object(
            "The configurations of session affinity.",
            field(&self::client_ip, "clientIP", "The configurations of Client IP based session affinity."));
    }
};

struct service_spec {
    interned_string type{};        // ClusterIP, NodePort, LoadBalancer, ExternalName
    interned_string cluster_ip{};  // assigned by the server if unset; "None": headless, DNS returns the pods
    string_map selector{};
    std::vector<service_port> ports{};  // owned completely: ports that others add are removed
    interned_string external_name{}, external_traffic_policy{}, internal_traffic_policy{}, ip_family_policy{},
        load_balancer_class{}, session_affinity{};
    std::vector<interned_string> cluster_ips{}, external_ips{}, ip_families{}, load_balancer_source_ranges{};
    std::optional<std::int32_t> health_check_node_port{};
    std::optional<bool> publish_not_ready_addresses{}, allocate_load_balancer_node_ports{};
    interned_string load_balancer_ip{};
    boxed<setpoint::session_affinity_config> session_affinity_config{};
    std::optional<interned_string> traffic_distribution{};

    static constexpr auto describe() {
        using namespace schema;
        using self = service_spec;
        return object(
            "What the service should be.",
            field(&self::type, "type", "ClusterIP, NodePort, LoadBalancer or ExternalName."),
            field(&self::cluster_ip, "clusterIP", ""),
            field(&self::selector, "selector", "Labels of the pods behind it.", exclusive),
            field(&self::ports, "ports", "", list_map("port", "protocol"), exclusive),
            field(&self::external_name, "externalName", ""),
            field(&self::external_traffic_policy, "externalTrafficPolicy", "Cluster or Local."),
            field(&self::internal_traffic_policy, "internalTrafficPolicy", "Cluster or Local."),
            field(&self::ip_family_policy, "ipFamilyPolicy", ""),
            field(&self::load_balancer_class, "loadBalancerClass", ""),
            field(&self::session_affinity, "sessionAffinity", "ClientIP or None."),
            field(&self::cluster_ips, "clusterIPs", ""), field(&self::external_ips, "externalIPs", ""),
            field(&self::ip_families, "ipFamilies", ""),
            field(&self::load_balancer_source_ranges, "loadBalancerSourceRanges", ""),
            field(&self::health_check_node_port, "healthCheckNodePort", "", omitzero),
            field(&self::publish_not_ready_addresses, "publishNotReadyAddresses", "", omitzero),
            field(&self::allocate_load_balancer_node_ports, "allocateLoadBalancerNodePorts", ""),
            field(&self::load_balancer_ip, "loadBalancerIP", "Only applies to Service Type: LoadBalancer."),
            field(&self::session_affinity_config, "sessionAffinityConfig",
                  "The configurations of session affinity."),
            field(&self::traffic_distribution, "trafficDistribution", ""));
    }
};

struct port_status {
    std::optional<std::int32_t> port{};
    interned_string protocol{};
    std::optional<interned_string> error{};

    static constexpr auto describe() {
        using namespace schema;
        using self = port_status;
        return object(
            "The error condition of a service port.",
            field(&self::port, "port",
                  "The port number of the service port of which status is recorded here.", required),
            field(&self::protocol, "protocol", "", required), field(&self::error, "error", ""));
    }
};

struct load_balancer_ingress {
    interned_string ip{}, hostname{};
    interned_string ip_mode{};
    std::vector<port_status> ports{};

    static constexpr auto describe() {
        using namespace schema;
        using self = load_balancer_ingress;
        return object("", field(&self::ip, "ip", ""), field(&self::hostname, "hostname", ""),
                      field(&self::ip_mode, "ipMode", ""), field(&self::ports, "ports", "", exclusive));
    }
};

struct load_balancer_status {
    std::vector<load_balancer_ingress> ingress{};

    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&load_balancer_status::ingress, "ingress", "Where the balancer is reached."));
    }
};

struct service_status {
    load_balancer_status load_balancer{};
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = service_status;
        return object("", field(&self::load_balancer, "loadBalancer", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct service {
    object_meta metadata{};
    service_spec spec{};
    service_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Service", "services"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = service;
        return object("A stable address for pods.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::service);
