#pragma once
// clang-format off
// EndpointSlice (discovery.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/object_reference.hpp"
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

namespace setpoint { inline namespace v0 { namespace discovery_v1 {

struct endpoint_conditions {
    std::optional<bool> ready{};
    std::optional<bool> serving{};
    std::optional<bool> terminating{};

    template <class Self = endpoint_conditions>
    static constexpr auto describe() {
        return schema::object(
            "EndpointConditions represents the current condition of an endpoint.",
            schema::field(&Self::ready, "ready",
                          "ready indicates that this endpoint is ready to receive traffic, according to "
                          "whatever system is managing the endpoint."),
            schema::field(&Self::serving, "serving",
                          "serving indicates that this endpoint is able to receive traffic, according to "
                          "whatever system is managing the endpoint."),
            schema::field(&Self::terminating, "terminating",
                          "terminating indicates that this endpoint is terminating."));
    }
};

struct for_zone {
    interned_string name{};

    template <class Self = for_zone>
    static constexpr auto describe() {
        return schema::object(
            "ForZone provides information about which zones should consume this endpoint.",
            schema::field(&Self::name, "name", "name represents the name of the zone.", schema::required));
    }
};

struct for_node {
    interned_string name{};

    template <class Self = for_node>
    static constexpr auto describe() {
        return schema::object(
            "ForNode provides information about which nodes should consume this endpoint.",
            schema::field(&Self::name, "name", "name represents the name of the node.", schema::required));
    }
};

struct endpoint_hints {
    std::vector<for_zone> for_zones{};
    std::vector<for_node> for_nodes{};

    template <class Self = endpoint_hints>
    static constexpr auto describe() {
        return schema::object(
            "EndpointHints provides hints describing how an endpoint should be consumed.",
            schema::field(&Self::for_zones, "forZones",
                          "forZones indicates the zone(s) this endpoint should be consumed by when using "
                          "topology aware routing."),
            schema::field(&Self::for_nodes, "forNodes",
                          "forNodes indicates the node(s) this endpoint should be consumed by when using "
                          "topology aware routing."));
    }
};

struct endpoint {
    std::vector<interned_string> addresses{};
    endpoint_conditions conditions{};
    std::optional<interned_string> hostname{};
    boxed<core_v1::object_reference> target_ref{};
    string_map deprecated_topology{};
    std::optional<interned_string> node_name{};
    std::optional<interned_string> zone{};
    boxed<endpoint_hints> hints{};

    template <class Self = endpoint>
    static constexpr auto describe() {
        return schema::object(
            "Endpoint represents a single logical \"backend\" implementing a service.",
            schema::field(&Self::addresses, "addresses", "addresses of this endpoint.", schema::list_set),
            schema::field(&Self::conditions, "conditions",
                          "conditions contains information about the current status of the endpoint."),
            schema::field(&Self::hostname, "hostname", "hostname of this endpoint."),
            schema::field(&Self::target_ref, "targetRef",
                          "targetRef is a reference to a Kubernetes object that represents this endpoint."),
            schema::field(&Self::deprecated_topology, "deprecatedTopology",
                          "deprecatedTopology contains topology information part of the v1beta1 API."),
            schema::field(&Self::node_name, "nodeName",
                          "nodeName represents the name of the Node hosting this endpoint."),
            schema::field(&Self::zone, "zone", "zone is the name of the Zone this endpoint exists in."),
            schema::field(&Self::hints, "hints",
                          "hints contains information associated with how an endpoint should be consumed."));
    }
};

struct endpoint_port {
    std::optional<interned_string> name{};
    interned_string protocol{};
    std::optional<std::int32_t> port{};
    std::optional<interned_string> app_protocol{};

    template <class Self = endpoint_port>
    static constexpr auto describe() {
        return schema::object(
            "EndpointPort represents a Port used by an EndpointSlice",
            schema::field(&Self::name, "name", "name represents the name of this port."),
            schema::field(&Self::protocol, "protocol", "protocol represents the IP protocol for this port."),
            schema::field(&Self::port, "port", "port represents the port number of the endpoint."),
            schema::field(&Self::app_protocol, "appProtocol", "The application protocol for this port."));
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
    template <class Self = endpoint_slice>
    static constexpr auto describe() {
        return schema::object(
            "EndpointSlice represents a set of service endpoints.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::address_type, "addressType",
                          "addressType specifies the type of address carried by this EndpointSlice."),
            schema::field(&Self::endpoints, "endpoints",
                          "endpoints is a list of unique endpoints in this slice."),
            schema::field(&Self::ports, "ports",
                          "ports specifies the list of network ports exposed by each endpoint in this "
                          "slice."));
    }
};

}}}  // namespace setpoint::v0::discovery_v1

SETPOINT_BUILT_IN_KIND(setpoint::discovery_v1::endpoint_slice);
