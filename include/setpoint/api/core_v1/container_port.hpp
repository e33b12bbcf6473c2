#pragma once
// clang-format off
// ContainerPort (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct container_port {
    interned_string name{};
    std::optional<std::int32_t> host_port{};
    std::optional<std::int32_t> container_port{};
    interned_string protocol = "TCP";
    interned_string host_ip{};

    template <class Self = core_v1::container_port>
    static constexpr auto describe() {
        return schema::object(
            "ContainerPort represents a network port in a single container.",
            schema::field(&Self::name, "name",
                          "If specified, this must be an IANA_SVC_NAME and unique within the pod."),
            schema::field(&Self::host_port, "hostPort", "Number of port to expose on the host.",
                          schema::omitzero),
            schema::field(&Self::container_port, "containerPort",
                          "Number of port to expose on the pod's IP address.", schema::required),
            schema::field(&Self::protocol, "protocol", "Protocol for port."),
            schema::field(&Self::host_ip, "hostIP", "What host IP to bind the external port to."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::container_port);
