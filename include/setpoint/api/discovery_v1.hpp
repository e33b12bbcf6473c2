#pragma once
// EndpointSlices (discovery.k8s.io/v1): the endpoints of a Service. Unset fields are never sent.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct endpoint_conditions {
    std::optional<bool> ready{}, serving{}, terminating{};

    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_conditions;
        return object(
            "The current condition of an endpoint.", field(&self::ready, "ready", ""),
            field(&self::serving, "serving", ""),
            field(&self::terminating, "terminating", "Indicates that this endpoint is terminating."));
    }
};

struct endpoint_zone {
    interned_string name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_zone;
        return object("ForZone provides information about which zones should consume this endpoint.",
                      field(&self::name, "name", "The name of the zone.", required));
    }
};

struct endpoint_node {
    interned_string name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_node;
        return object("ForNode provides information about which nodes should consume this endpoint.",
                      field(&self::name, "name", "The name of the node.", required));
    }
};

struct endpoint_hints {
    std::vector<endpoint_zone> for_zones{};
    std::vector<endpoint_node> for_nodes{};

    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_hints;
        return object("EndpointHints provides hints describing how an endpoint should be consumed.",
                      field(&self::for_zones, "forZones", "", exclusive),
                      field(&self::for_nodes, "forNodes", "", exclusive));
    }
};

struct slice_endpoint {
    std::vector<interned_string> addresses{};
    endpoint_conditions conditions{};
    std::optional<interned_string> hostname{};
    boxed<object_reference> target_ref{};
    string_map deprecated_topology{};
    std::optional<interned_string> node_name{}, zone{};
    boxed<endpoint_hints> hints{};

    static constexpr auto describe() {
        using namespace schema;
        using self = slice_endpoint;
        return object(
            "A single logical 'backend' implementing a service.",
            field(&self::addresses, "addresses", "Addresses of this endpoint.", list_set),
            field(&self::conditions, "conditions", "Information about the current status of the endpoint."),
            field(&self::hostname, "hostname", "Hostname of this endpoint."),
            field(&self::target_ref, "targetRef",
                  "A reference to a Kubernetes object that represents this endpoint."),
            field(&self::deprecated_topology, "deprecatedTopology", ""),
            field(&self::node_name, "nodeName", "The name of the Node hosting this endpoint."),
            field(&self::zone, "zone", "The name of the Zone this endpoint exists in."),
            field(&self::hints, "hints", "Information associated with how an endpoint should be consumed."));
    }
};

struct slice_port {
    std::optional<interned_string> name{};
    interned_string protocol{};
    std::optional<std::int32_t> port{};
    std::optional<interned_string> app_protocol{};

    static constexpr auto describe() {
        using namespace schema;
        using self = slice_port;
        return object("A Port used by an EndpointSlice +structType=atomic.",
                      field(&self::name, "name", "The name of this port."),
                      field(&self::protocol, "protocol", "The IP protocol for this port."),
                      field(&self::port, "port", "The port number of the endpoint."),
                      field(&self::app_protocol, "appProtocol", "The application protocol for this port."));
    }
};

struct endpoint_slice {
    object_meta metadata{};
    interned_string address_type{};
    std::vector<slice_endpoint> endpoints{};
    std::vector<slice_port> ports{};

    static constexpr auto kind() {
        return builtin_kind("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = endpoint_slice;
        return object(
            "A set of service endpoints.", field(&self::metadata, "metadata", ""),
            field(&self::address_type, "addressType", "The type of address carried by this EndpointSlice."),
            field(&self::endpoints, "endpoints", "A list of unique endpoints in this slice.", exclusive),
            field(&self::ports, "ports", "The list of network ports exposed by each endpoint in this slice.",
                  exclusive));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::endpoint_slice);
