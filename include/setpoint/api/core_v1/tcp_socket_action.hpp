#pragma once
// clang-format off
// TCPSocketAction (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct tcp_socket_action {
    int_or_string port{};
    interned_string host{};

    template <class Self = tcp_socket_action>
    static constexpr auto describe() {
        return schema::object(
            "TCPSocketAction describes an action based on opening a socket",
            schema::field(&Self::port, "port", "Number or name of the port to access on the container.",
                          schema::required),
            schema::field(&Self::host, "host", "Optional: Host name to connect to, defaults to the pod IP."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::tcp_socket_action);
