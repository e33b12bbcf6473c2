#pragma once
// clang-format off
// Ingress (networking.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/typed_local_object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace networking_v1 {

struct service_backend_port {
    interned_string name{};
    std::optional<std::int32_t> number{};

    template <class Self = service_backend_port>
    static constexpr auto describe() {
        return schema::object(
            "ServiceBackendPort is the service port being referenced.",
            schema::field(&Self::name, "name", "name is the name of the port on the Service."),
            schema::field(&Self::number, "number",
                          "number is the numerical port number (e.g. 80) on the Service.", schema::omitzero));
    }
};

struct ingress_service_backend {
    interned_string name{};
    service_backend_port port{};

    template <class Self = ingress_service_backend>
    static constexpr auto describe() {
        return schema::object(
            "IngressServiceBackend references a Kubernetes Service as a Backend.",
            schema::field(&Self::name, "name", "name is the referenced service.", schema::required),
            schema::field(&Self::port, "port", "port of the referenced service."));
    }
};

struct ingress_backend {
    boxed<ingress_service_backend> service{};
    boxed<core_v1::typed_local_object_reference> resource{};

    template <class Self = ingress_backend>
    static constexpr auto describe() {
        return schema::object(
            "IngressBackend describes all endpoints for a given service and port.",
            schema::field(&Self::service, "service", "service references a service as a backend."),
            schema::field(&Self::resource, "resource",
                          "resource is an ObjectRef to another Kubernetes resource in the namespace of "
                          "the Ingress object."));
    }
};

struct ingress_tls {
    std::vector<interned_string> hosts{};
    interned_string secret_name{};

    template <class Self = ingress_tls>
    static constexpr auto describe() {
        return schema::object(
            "IngressTLS describes the transport layer security associated with an ingress.",
            schema::field(&Self::hosts, "hosts", "hosts is a list of hosts included in the TLS certificate."),
            schema::field(&Self::secret_name, "secretName",
                          "secretName is the name of the secret used to terminate TLS traffic on port 443."));
    }
};

struct http_ingress_path {
    interned_string path{};
    interned_string path_type{};
    ingress_backend backend{};

    template <class Self = http_ingress_path>
    static constexpr auto describe() {
        return schema::object(
            "HTTPIngressPath associates a path with a backend.",
            schema::field(&Self::path, "path", "path is matched against the path of an incoming request."),
            schema::field(&Self::path_type, "pathType",
                          "pathType determines the interpretation of the path matching.", schema::required),
            schema::field(&Self::backend, "backend",
                          "backend defines the referenced service endpoint to which the traffic will be "
                          "forwarded to."));
    }
};

struct http_ingress_rule_value {
    std::vector<http_ingress_path> paths{};

    template <class Self = http_ingress_rule_value>
    static constexpr auto describe() {
        return schema::object(
            "HTTPIngressRuleValue is a list of http selectors pointing to backends.",
            schema::field(&Self::paths, "paths",
                          "paths is a collection of paths that map requests to backends."));
    }
};

struct ingress_rule {
    interned_string host{};
    boxed<http_ingress_rule_value> http{};

    template <class Self = ingress_rule>
    static constexpr auto describe() {
        return schema::object(
            "IngressRule represents the rules mapping the paths under a specified host to the related "
            "backend services.",
            schema::field(&Self::host, "host",
                          "host is the fully qualified domain name of a network host, as defined by RFC "
                          "3986."),
            schema::field(&Self::http, "http",
                          "http is a HTTP IngressRuleValue, which contains a list of http selectors"));
    }
};

struct ingress_spec {
    std::optional<interned_string> ingress_class_name{};
    boxed<ingress_backend> default_backend{};
    std::vector<ingress_tls> tls{};
    std::vector<ingress_rule> rules{};

    template <class Self = ingress_spec>
    static constexpr auto describe() {
        return schema::object(
            "IngressSpec describes the Ingress the user wishes to exist.",
            schema::field(&Self::ingress_class_name, "ingressClassName",
                          "ingressClassName is the name of an IngressClass cluster resource."),
            schema::field(&Self::default_backend, "defaultBackend",
                          "defaultBackend is the backend that should handle requests that don't match any "
                          "rule."),
            schema::field(&Self::tls, "tls", "tls represents the TLS configuration."),
            schema::field(&Self::rules, "rules",
                          "rules is a list of host rules used to configure the Ingress."));
    }
};

struct ingress_port_status {
    std::optional<std::int32_t> port{};
    interned_string protocol{};
    std::optional<interned_string> error{};

    template <class Self = ingress_port_status>
    static constexpr auto describe() {
        return schema::object(
            "IngressPortStatus represents the error condition of a service port",
            schema::field(&Self::port, "port", "port is the port number of the ingress port."),
            schema::field(&Self::protocol, "protocol", "protocol is the protocol of the ingress port."),
            schema::field(&Self::error, "error",
                          "error is to record the problem with the service port The format of the error "
                          "shall comply with the following rules: - built-in error values shall be "
                          "specified ..."));
    }
};

struct ingress_load_balancer_ingress {
    interned_string ip{};
    interned_string hostname{};
    std::vector<ingress_port_status> ports{};

    template <class Self = ingress_load_balancer_ingress>
    static constexpr auto describe() {
        return schema::object(
            "IngressLoadBalancerIngress represents the status of a load-balancer ingress point.",
            schema::field(&Self::ip, "ip", "ip is set for load-balancer ingress points that are IP based."),
            schema::field(&Self::hostname, "hostname",
                          "hostname is set for load-balancer ingress points that are DNS based."),
            schema::field(&Self::ports, "ports",
                          "ports provides information about the ports exposed by this LoadBalancer."));
    }
};

struct ingress_load_balancer_status {
    std::vector<ingress_load_balancer_ingress> ingress{};

    template <class Self = ingress_load_balancer_status>
    static constexpr auto describe() {
        return schema::object(
            "IngressLoadBalancerStatus represents the status of a load-balancer.",
            schema::field(&Self::ingress, "ingress",
                          "ingress is a list containing ingress points for the load-balancer."));
    }
};

struct ingress_status {
    ingress_load_balancer_status load_balancer{};

    template <class Self = ingress_status>
    static constexpr auto describe() {
        return schema::object(
            "IngressStatus describe the current state of the Ingress.",
            schema::field(&Self::load_balancer, "loadBalancer",
                          "loadBalancer contains the current status of the load-balancer."));
    }
};

struct ingress {
    object_meta metadata{};
    ingress_spec spec{};
    ingress_status status{};

    static constexpr auto kind() { return builtin_kind("networking.k8s.io", "v1", "Ingress", "ingresses"); }
    template <class Self = ingress>
    static constexpr auto describe() {
        return schema::object(
            "Ingress is a collection of rules that allow inbound connections to reach the endpoints "
            "defined by a backend.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec is the desired state of the Ingress."),
            schema::field(&Self::status, "status", "status is the current state of the Ingress."));
    }
};

}}}  // namespace setpoint::v0::networking_v1

SETPOINT_BUILT_IN_KIND(setpoint::networking_v1::ingress);
