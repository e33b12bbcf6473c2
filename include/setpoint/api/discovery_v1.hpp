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

namespace setpoint::inline v0 {

struct endpoint_conditions {
    std::optional<bool> ready{}, serving{}, terminating{};

    template <class Self = endpoint_conditions>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The current condition of an endpoint.", field(&Self::ready, "ready", ""),
            field(&Self::serving, "serving", ""),
            field(&Self::terminating, "terminating", "Indicates that this endpoint is terminating."));
    }
};

struct endpoint_zone {
    interned_string name{};

    template <class Self = endpoint_zone>
    static constexpr auto describe() {
        using namespace schema;
        return object("ForZone provides information about which zones should consume this endpoint.",
                      field(&Self::name, "name", "The name of the zone.", required));
    }
};

struct endpoint_node {
    interned_string name{};

    template <class Self = endpoint_node>
    static constexpr auto describe() {
        using namespace schema;
        return object("ForNode provides information about which nodes should consume this endpoint.",
                      field(&Self::name, "name", "The name of the node.", required));
    }
};

struct endpoint_hints {
    std::vector<endpoint_zone> for_zones{};
    std::vector<endpoint_node> for_nodes{};

    template <class Self = endpoint_hints>
    static constexpr auto describe() {
        using namespace schema;
        return object("EndpointHints provides hints describing how an endpoint should be consumed.",
                      field(&Self::for_zones, "forZones", "", exclusive),
                      field(&Self::for_nodes, "forNodes", "", exclusive));
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

    template <class Self = slice_endpoint>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A single logical 'backend' implementing a service.",
            field(&Self::addresses, "addresses", "Addresses of this endpoint.", list_set),
            field(&Self::conditions, "conditions", "Information about the current status of the endpoint."),
            field(&Self::hostname, "hostname", "Hostname of this endpoint."),
            field(&Self::target_ref, "targetRef",
                  "A reference to a Kubernetes object that represents this endpoint."),
            field(&Self::deprecated_topology, "deprecatedTopology", ""),
            field(&Self::node_name, "nodeName", "The name of the Node hosting this endpoint."),
            field(&Self::zone, "zone", "The name of the Zone this endpoint exists in."),
            field(&Self::hints, "hints", "Information associated with how an endpoint should be consumed."));
    }
};

struct slice_port {
    std::optional<interned_string> name{};
    interned_string protocol{};
    std::optional<std::int32_t> port{};
    std::optional<interned_string> app_protocol{};

    template <class Self = slice_port>
    static constexpr auto describe() {
        using namespace schema;
        return object("A Port used by an EndpointSlice +structType=atomic.",
                      field(&Self::name, "name", "The name of this port."),
                      field(&Self::protocol, "protocol", "The IP protocol for this port."),
                      field(&Self::port, "port", "The port number of the endpoint."),
                      field(&Self::app_protocol, "appProtocol", "The application protocol for this port."));
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
    template <class Self = endpoint_slice>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A set of service endpoints.", field(&Self::metadata, "metadata", ""),
            field(&Self::address_type, "addressType", "The type of address carried by this EndpointSlice."),
            field(&Self::endpoints, "endpoints", "A list of unique endpoints in this slice.", exclusive),
            field(&Self::ports, "ports", "The list of network ports exposed by each endpoint in this slice.",
                  exclusive));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::endpoint_slice);
