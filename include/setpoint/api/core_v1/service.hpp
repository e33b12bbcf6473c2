#pragma once
// clang-format off
// Service (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct service_port {
    interned_string name{};
    interned_string protocol = "TCP";
    std::optional<interned_string> app_protocol{};
    std::optional<std::int32_t> port{};
    int_or_string target_port{};
    std::optional<std::int32_t> node_port{};

    template <class Self = service_port>
    static constexpr auto describe() {
        return schema::object(
            "ServicePort contains information on service's port.",
            schema::field(&Self::name, "name", "The name of this port within the service."),
            schema::field(&Self::protocol, "protocol", "The IP protocol for this port."),
            schema::field(&Self::app_protocol, "appProtocol", "The application protocol for this port."),
            schema::field(&Self::port, "port", "The port that will be exposed by this service.",
                          schema::required),
            schema::field(&Self::target_port, "targetPort",
                          "Number or name of the port to access on the pods targeted by the service."),
            schema::field(&Self::node_port, "nodePort",
                          "The port on each node on which this service is exposed when type is NodePort "
                          "or LoadBalancer.", schema::omitzero));
    }
};

struct client_ip_config {
    std::optional<std::int32_t> timeout_seconds{};

    template <class Self = client_ip_config>
    static constexpr auto describe() {
        return schema::object(
            "ClientIPConfig represents the configurations of Client IP based session affinity.",
            schema::field(&Self::timeout_seconds, "timeoutSeconds",
                          "timeoutSeconds specifies the seconds of ClientIP type session sticky time."));
    }
};

struct session_affinity_config {
    boxed<client_ip_config> client_ip{};

    template <class Self = session_affinity_config>
    static constexpr auto describe() {
        return schema::object(
            "SessionAffinityConfig represents the configurations of session affinity.",
            schema::field(&Self::client_ip, "clientIP",
                          "clientIP contains the configurations of Client IP based session affinity."));
    }
};

struct service_spec {
    std::vector<service_port> ports{};
    string_map selector{};
    interned_string cluster_ip{};
    std::vector<interned_string> cluster_ips{};
    interned_string type{};
    std::vector<interned_string> external_ips{};
    interned_string session_affinity{};
    interned_string load_balancer_ip{};
    std::vector<interned_string> load_balancer_source_ranges{};
    interned_string external_name{};
    interned_string external_traffic_policy{};
    std::optional<std::int32_t> health_check_node_port{};
    std::optional<bool> publish_not_ready_addresses{};
    boxed<core_v1::session_affinity_config> session_affinity_config{};
    std::vector<interned_string> ip_families{};
    interned_string ip_family_policy{};
    std::optional<bool> allocate_load_balancer_node_ports{};
    std::optional<interned_string> load_balancer_class{};
    interned_string internal_traffic_policy{};
    std::optional<interned_string> traffic_distribution{};

    template <class Self = service_spec>
    static constexpr auto describe() {
        return schema::object(
            "ServiceSpec describes the attributes that a user creates on a service.",
            schema::field(&Self::ports, "ports", "The list of ports that are exposed by this service.",
                          schema::list_map("port", "protocol"), schema::exclusive),
            schema::field(&Self::selector, "selector",
                          "Route service traffic to pods with label keys and values matching this "
                          "selector.", schema::exclusive),
            schema::field(&Self::cluster_ip, "clusterIP",
                          "clusterIP is the IP address of the service and is usually assigned randomly."),
            schema::field(&Self::cluster_ips, "clusterIPs",
                          "ClusterIPs is a list of IP addresses assigned to this service, and are usually "
                          "assigned randomly."),
            schema::field(&Self::type, "type", "type determines how the Service is exposed."),
            schema::field(&Self::external_ips, "externalIPs",
                          "externalIPs is a list of IP addresses for which nodes in the cluster will also "
                          "accept traffic for this service."),
            schema::field(&Self::session_affinity, "sessionAffinity", "Supports \"ClientIP\" and \"None\"."),
            schema::field(&Self::load_balancer_ip, "loadBalancerIP",
                          "Only applies to Service Type: LoadBalancer."),
            schema::field(&Self::load_balancer_source_ranges, "loadBalancerSourceRanges",
                          "If specified and supported by the platform, this will restrict traffic through "
                          "the cloud-provider load-balancer will be restricted to the specified client "
                          "IPs."),
            schema::field(&Self::external_name, "externalName",
                          "externalName is the external reference that discovery mechanisms will return "
                          "as an alias for this service (e.g. a DNS CNAME record)."),
            schema::field(&Self::external_traffic_policy, "externalTrafficPolicy",
                          "externalTrafficPolicy describes how nodes distribute service traffic they "
                          "receive on one of the Service's \"externally-facing\" addresses (NodePorts, "
                          "ExternalIPs, ..."),
            schema::field(&Self::health_check_node_port, "healthCheckNodePort",
                          "healthCheckNodePort specifies the healthcheck nodePort for the service.",
                          schema::omitzero),
            schema::field(&Self::publish_not_ready_addresses, "publishNotReadyAddresses",
                          "publishNotReadyAddresses indicates that any agent which deals with endpoints "
                          "for this Service should disregard any indications of ready/not-ready.",
                          schema::omitzero),
            schema::field(&Self::session_affinity_config, "sessionAffinityConfig",
                          "sessionAffinityConfig contains the configurations of session affinity."),
            schema::field(&Self::ip_families, "ipFamilies",
                          "IPFamilies is a list of IP families (e.g. IPv4, IPv6) assigned to this service."),
            schema::field(&Self::ip_family_policy, "ipFamilyPolicy",
                          "IPFamilyPolicy represents the dual-stack-ness requested or required by this "
                          "Service."),
            schema::field(&Self::allocate_load_balancer_node_ports, "allocateLoadBalancerNodePorts",
                          "allocateLoadBalancerNodePorts defines if NodePorts will be automatically "
                          "allocated for services with type LoadBalancer."),
            schema::field(&Self::load_balancer_class, "loadBalancerClass",
                          "loadBalancerClass is the class of the load balancer implementation this "
                          "Service belongs to."),
            schema::field(&Self::internal_traffic_policy, "internalTrafficPolicy",
                          "InternalTrafficPolicy describes how nodes distribute service traffic they "
                          "receive on the ClusterIP."),
            schema::field(&Self::traffic_distribution, "trafficDistribution",
                          "TrafficDistribution offers a way to express preferences for how traffic is "
                          "distributed to Service endpoints."));
    }
};

struct port_status {
    std::optional<std::int32_t> port{};
    interned_string protocol{};
    std::optional<interned_string> error{};

    template <class Self = port_status>
    static constexpr auto describe() {
        return schema::object(
            "PortStatus represents the error condition of a service port",
            schema::field(&Self::port, "port",
                          "Port is the port number of the service port of which status is recorded here"),
            schema::field(&Self::protocol, "protocol",
                          "Protocol is the protocol of the service port of which status is recorded here "
                          "The supported values are: \"TCP\", \"UDP\", \"SCTP\""),
            schema::field(&Self::error, "error",
                          "Error is to record the problem with the service port The format of the error "
                          "shall comply with the following rules: - built-in error values shall be "
                          "specified ..."));
    }
};

struct load_balancer_ingress {
    interned_string ip{};
    interned_string hostname{};
    interned_string ip_mode{};
    std::vector<port_status> ports{};

    template <class Self = load_balancer_ingress>
    static constexpr auto describe() {
        return schema::object(
            "LoadBalancerIngress represents the status of a load-balancer ingress point: traffic intended "
            "for the service should be sent to an ingress point.",
            schema::field(&Self::ip, "ip",
                          "IP is set for load-balancer ingress points that are IP based (typically GCE or "
                          "OpenStack load-balancers)"),
            schema::field(&Self::hostname, "hostname",
                          "Hostname is set for load-balancer ingress points that are DNS based (typically "
                          "AWS load-balancers)"),
            schema::field(&Self::ip_mode, "ipMode",
                          "IPMode specifies how the load-balancer IP behaves, and may only be specified "
                          "when the ip field is specified."),
            schema::field(&Self::ports, "ports",
                          "Ports is a list of records of service ports If used, every port defined in the "
                          "service should have an entry in it"));
    }
};

struct load_balancer_status {
    std::vector<load_balancer_ingress> ingress{};

    template <class Self = load_balancer_status>
    static constexpr auto describe() {
        return schema::object(
            "LoadBalancerStatus represents the status of a load-balancer.",
            schema::field(&Self::ingress, "ingress",
                          "Ingress is a list containing ingress points for the load-balancer."));
    }
};

struct service_status {
    load_balancer_status load_balancer{};
    std::vector<condition> conditions{};

    template <class Self = service_status>
    static constexpr auto describe() {
        return schema::object(
            "ServiceStatus represents the current status of a service.",
            schema::field(&Self::load_balancer, "loadBalancer",
                          "LoadBalancer contains the current status of the load-balancer, if one is "
                          "present."),
            schema::field(&Self::conditions, "conditions", "Current service state",
                          schema::list_map("type")));
    }
};

struct service {
    object_meta metadata{};
    service_spec spec{};
    service_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Service", "services"); }
    template <class Self = service>
    static constexpr auto describe() {
        return schema::object(
            "Service is a named abstraction of software service (for example, mysql) consisting of local "
            "port (for example 3306) that the proxy listens on, and the selector ...",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Spec defines the behavior of a service."),
            schema::field(&Self::status, "status", "Most recently observed status of the service."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::service);
