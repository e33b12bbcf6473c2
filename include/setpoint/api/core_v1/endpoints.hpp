#pragma once
// clang-format off
// Endpoints (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/object_reference.hpp"
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

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct endpoint_address {
    interned_string ip{};
    interned_string hostname{};
    std::optional<interned_string> node_name{};
    boxed<object_reference> target_ref{};

    template <class Self = endpoint_address>
    static constexpr auto describe() {
        return schema::object(
            "EndpointAddress is a tuple that describes single IP address.",
            schema::field(&Self::ip, "ip", "The IP of this endpoint.", schema::required),
            schema::field(&Self::hostname, "hostname", "The Hostname of this endpoint"),
            schema::field(&Self::node_name, "nodeName", "Optional: Node hosting this endpoint."),
            schema::field(&Self::target_ref, "targetRef", "Reference to object providing the endpoint."));
    }
};

struct endpoint_port {
    interned_string name{};
    std::optional<std::int32_t> port{};
    interned_string protocol{};
    std::optional<interned_string> app_protocol{};

    template <class Self = endpoint_port>
    static constexpr auto describe() {
        return schema::object(
            "EndpointPort is a tuple that describes a single port.",
            schema::field(&Self::name, "name", "The name of this port."),
            schema::field(&Self::port, "port", "The port number of the endpoint.", schema::required),
            schema::field(&Self::protocol, "protocol", "The IP protocol for this port."),
            schema::field(&Self::app_protocol, "appProtocol", "The application protocol for this port."));
    }
};

struct endpoint_subset {
    std::vector<endpoint_address> addresses{};
    std::vector<endpoint_address> not_ready_addresses{};
    std::vector<endpoint_port> ports{};

    template <class Self = endpoint_subset>
    static constexpr auto describe() {
        return schema::object(
            "EndpointSubset is a group of addresses with a common set of ports.",
            schema::field(&Self::addresses, "addresses",
                          "IP addresses which offer the related ports that are marked as ready."),
            schema::field(&Self::not_ready_addresses, "notReadyAddresses",
                          "IP addresses which offer the related ports but are not currently marked as "
                          "ready because they have not yet finished starting, have recently failed a "
                          "readiness ..."),
            schema::field(&Self::ports, "ports", "Port numbers available on the related IP addresses."));
    }
};

struct endpoints {
    object_meta metadata{};
    std::vector<endpoint_subset> subsets{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Endpoints", "endpoints"); }
    template <class Self = endpoints>
    static constexpr auto describe() {
        return schema::object(
            "Endpoints is a collection of endpoints that implement the actual service.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::subsets, "subsets",
                          "The set of all endpoints is the union of all subsets."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::endpoints);
