#pragma once
// Partial types of Services, EndpointSlices and Endpoints.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/api/kind_info.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_service_spec {
    interned_string type{}, cluster_ip{};
    string_map selector{};
    std::vector<service_port> ports{};
    std::optional<bool> publish_not_ready_addresses{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_service_spec;
        return object("", field(&self::type, "type", ""), field(&self::cluster_ip, "clusterIP", ""),
                      field(&self::selector, "selector", ""), field(&self::ports, "ports", ""),
                      field(&self::publish_not_ready_addresses, "publishNotReadyAddresses", ""));
    }
};

struct partial_service {
    object_meta metadata{};
    partial_service_spec spec{};

    static constexpr auto kind() { return partial<service>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_service;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

struct endpoint_conditions {
    std::optional<bool> ready{}, serving{}, terminating{};
    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_conditions;
        return object("", field(&self::ready, "ready", ""), field(&self::serving, "serving", ""),
                      field(&self::terminating, "terminating", ""));
    }
};

struct endpoint {
    std::vector<interned_string> addresses{};
    endpoint_conditions conditions{};
    interned_string hostname{}, node_name{};
    std::optional<object_reference> target{};

    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint;
        return object("", field(&self::addresses, "addresses", ""),
                      field(&self::conditions, "conditions", ""), field(&self::hostname, "hostname", ""),
                      field(&self::node_name, "nodeName", ""), field(&self::target, "targetRef", ""));
    }
};

struct endpoint_port {
    std::optional<interned_string> name{};
    interned_string protocol{};
    std::optional<std::int32_t> port{};
    interned_string app_protocol{};
    friend bool operator==(const endpoint_port&, const endpoint_port&) = default;

    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_port;
        return object("", field(&self::name, "name", ""), field(&self::protocol, "protocol", ""),
                      field(&self::port, "port", ""), field(&self::app_protocol, "appProtocol", ""));
    }
};

struct endpoint_slice {
    object_meta metadata{};
    interned_string address_type{};
    std::vector<endpoint> endpoints{};
    std::vector<endpoint_port> ports{};

    static constexpr auto kind() {
        return builtin_kind("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_slice;
        return object("", field(&self::metadata, "metadata", ""),
                      field(&self::address_type, "addressType", ""), field(&self::endpoints, "endpoints", ""),
                      field(&self::ports, "ports", ""));
    }
};

struct endpoint_address {
    interned_string ip{}, hostname{}, node_name{};
    std::optional<object_reference> target{};
    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_address;
        return object("", field(&self::ip, "ip", ""), field(&self::hostname, "hostname", ""),
                      field(&self::node_name, "nodeName", ""), field(&self::target, "targetRef", ""));
    }
};

struct subset_port {
    interned_string name{}, protocol{};
    std::int32_t port = 0;
    interned_string app_protocol{};
    static constexpr auto describe() {
        using namespace schema;
        using self = subset_port;
        return object("", field(&self::name, "name", ""), field(&self::port, "port", ""),
                      field(&self::protocol, "protocol", ""), field(&self::app_protocol, "appProtocol", ""));
    }
};

struct endpoint_subset {
    std::vector<endpoint_address> addresses{}, not_ready_addresses{};
    std::vector<subset_port> ports{};
    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_subset;
        return object("", field(&self::addresses, "addresses", ""),
                      field(&self::not_ready_addresses, "notReadyAddresses", ""),
                      field(&self::ports, "ports", ""));
    }
};

struct partial_endpoints {
    object_meta metadata{};
    std::vector<endpoint_subset> subsets{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Endpoints", "endpoints"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_endpoints;
        return object("", field(&self::metadata, "metadata", ""), field(&self::subsets, "subsets", ""));
    }
};

}}}  // namespace setpoint::v0::apiserver
