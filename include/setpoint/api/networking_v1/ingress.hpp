#pragma once
// Ingresses and their classes (networking.k8s.io/v1).

#include "setpoint/api/core_v1/claim_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct service_backend_port {
    interned_string name{};
    std::optional<std::int32_t> number{};

    template <class Self = service_backend_port>
    static constexpr auto describe() {
        using namespace schema;
        return object("The service port being referenced.",
                      field(&Self::name, "name", "The name of the port on the Service."),
                      field(&Self::number, "number", "", omitzero));
    }
};

struct ingress_service_backend {
    interned_string name{};
    service_backend_port port{};

    template <class Self = ingress_service_backend>
    static constexpr auto describe() {
        using namespace schema;
        return object("IngressServiceBackend references a Kubernetes Service as a Backend.",
                      field(&Self::name, "name", "The referenced service.", required),
                      field(&Self::port, "port", "Port of the referenced service."));
    }
};

struct ingress_backend {
    boxed<ingress_service_backend> service{};
    boxed<typed_local_object_reference> resource{};

    template <class Self = ingress_backend>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "All endpoints for a given service and port.",
            field(&Self::service, "service", "Service references a service as a backend."),
            field(&Self::resource, "resource",
                  "An ObjectRef to another Kubernetes resource in the namespace of the Ingress object."));
    }
};

struct http_ingress_path {
    interned_string path{}, path_type{};
    ingress_backend backend{};

    template <class Self = http_ingress_path>
    static constexpr auto describe() {
        using namespace schema;
        return object("HTTPIngressPath associates a path with a backend.",
                      field(&Self::path, "path", "Matched against the path of an incoming request."),
                      field(&Self::path_type, "pathType",
                            "PathType determines the interpretation of the path matching.", required),
                      field(&Self::backend, "backend",
                            "The referenced service endpoint to which the traffic will be forwarded to."));
    }
};

struct http_ingress_rule {
    std::vector<http_ingress_path> paths{};

    template <class Self = http_ingress_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A list of http selectors pointing to backends.",
            field(&Self::paths, "paths", "A collection of paths that map requests to backends.", exclusive));
    }
};

struct ingress_rule {
    interned_string host{};
    boxed<http_ingress_rule> http{};

    template <class Self = ingress_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object("The rules mapping the paths under a specified host to the related backend services.",
                      field(&Self::host, "host",
                            "The fully qualified domain name of a network host, as defined by RFC 3986."),
                      field(&Self::http, "http", ""));
    }
};

struct ingress_tls {
    std::vector<interned_string> hosts{};
    interned_string secret_name{};

    template <class Self = ingress_tls>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The transport layer security associated with an ingress.",
            field(&Self::hosts, "hosts", "A list of hosts included in the TLS certificate.", exclusive),
            field(&Self::secret_name, "secretName",
                  "The name of the secret used to terminate TLS traffic on port 443."));
    }
};

struct ingress_spec {
    std::optional<interned_string> ingress_class_name{};
    boxed<ingress_backend> default_backend{};
    std::vector<ingress_tls> tls{};
    std::vector<ingress_rule> rules{};

    template <class Self = ingress_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The Ingress the user wishes to exist.",
            field(&Self::ingress_class_name, "ingressClassName",
                  "The name of an IngressClass cluster resource."),
            field(&Self::default_backend, "defaultBackend",
                  "The backend that should handle requests that don't match any rule."),
            field(&Self::tls, "tls", "The TLS configuration.", exclusive),
            field(&Self::rules, "rules", "A list of host rules used to configure the Ingress.", exclusive));
    }
};

struct ingress_port_status {
    std::optional<std::int32_t> port{};
    interned_string protocol{};
    std::optional<interned_string> error{};

    template <class Self = ingress_port_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The error condition of a service port.",
                      field(&Self::port, "port", "The port number of the ingress port.", required),
                      field(&Self::protocol, "protocol", "The protocol of the ingress port.", required),
                      field(&Self::error, "error", ""));
    }
};

struct ingress_load_balancer_ingress {
    interned_string ip{}, hostname{};
    std::vector<ingress_port_status> ports{};

    template <class Self = ingress_load_balancer_ingress>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The status of a load-balancer ingress point.",
            field(&Self::ip, "ip", "Set for load-balancer ingress points that are IP based."),
            field(&Self::hostname, "hostname", "Set for load-balancer ingress points that are DNS based."),
            field(&Self::ports, "ports",
                  "Ports provides information about the ports exposed by this LoadBalancer.", exclusive));
    }
};

struct ingress_load_balancer_status {
    std::vector<ingress_load_balancer_ingress> ingress{};

    template <class Self = ingress_load_balancer_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The status of a load-balancer.",
                      field(&Self::ingress, "ingress",
                            "A list containing ingress points for the load-balancer.", exclusive));
    }
};

struct ingress_status {
    ingress_load_balancer_status load_balancer{};

    template <class Self = ingress_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "IngressStatus describe the current state of the Ingress.",
            field(&Self::load_balancer, "loadBalancer", "The current status of the load-balancer."));
    }
};

struct ingress {
    object_meta metadata{};
    ingress_spec spec{};
    ingress_status status{};

    static constexpr auto kind() { return builtin_kind("networking.k8s.io", "v1", "Ingress", "ingresses"); }
    template <class Self = ingress>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

struct ingress_class_parameters_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{}, name{};
    std::optional<interned_string> scope{}, ns{};

    template <class Self = ingress_class_parameters_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "IngressClassParametersReference identifies an API object.",
            field(&Self::api_group, "apiGroup", "The group for the resource being referenced."),
            field(&Self::kind, "kind", "The type of resource being referenced.", required),
            field(&Self::name, "name", "The name of resource being referenced.", required),
            field(&Self::scope, "scope", "If this refers to a cluster or namespace scoped resource."),
            field(&Self::ns, "namespace", "The namespace of the resource being referenced."));
    }
};

struct ingress_class_spec {
    interned_string controller{};
    boxed<ingress_class_parameters_reference> parameters{};

    template <class Self = ingress_class_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "IngressClassSpec provides information about the class of an Ingress.",
            field(&Self::controller, "controller",
                  "Refers to the name of the controller that should handle this class."),
            field(&Self::parameters, "parameters",
                  "A link to a custom resource containing additional configuration for the controller."));
    }
};

struct ingress_class {
    object_meta metadata{};
    ingress_class_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("networking.k8s.io", "v1", "IngressClass", "ingressclasses").cluster_scoped();
    }
    template <class Self = ingress_class>
    static constexpr auto describe() {
        using namespace schema;
        return object("The class of the Ingress, referenced by the Ingress Spec.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::ingress);
SETPOINT_BUILT_IN_KIND(setpoint::ingress_class);
