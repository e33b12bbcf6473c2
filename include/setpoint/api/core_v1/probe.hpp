#pragma once
// clang-format off
// Probe (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/exec_action.hpp"
#include "setpoint/api/core_v1/http_get_action.hpp"
#include "setpoint/api/core_v1/tcp_socket_action.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct grpc_action {
    std::optional<std::int32_t> port{};
    std::optional<interned_string> service{};
    interned_string mode{};

    template <class Self = grpc_action>
    static constexpr auto describe() {
        return schema::object(
            "GRPCAction specifies an action involving a GRPC service.",
            schema::field(&Self::port, "port", "Port number of the gRPC service.", schema::required),
            schema::field(&Self::service, "service",
                          "Service is the name of the service to place in the gRPC HealthCheckRequest "
                          "(see https://github.com/grpc/grpc/blob/master/doc/health-checking.md)."),
            schema::field(&Self::mode, "mode",
                          "mode specifies the connection mode for the gRPC health probe."));
    }
};

struct probe {
    boxed<exec_action> exec{};
    boxed<http_get_action> http_get{};
    boxed<tcp_socket_action> tcp_socket{};
    boxed<grpc_action> grpc{};
    std::optional<std::int32_t> initial_delay_seconds{};
    std::optional<std::int32_t> timeout_seconds{};
    std::optional<std::int32_t> period_seconds{};
    std::optional<std::int32_t> success_threshold{};
    std::optional<std::int32_t> failure_threshold{};
    std::optional<std::int64_t> termination_grace_period_seconds{};

    template <class Self = probe>
    static constexpr auto describe() {
        return schema::object(
            "Probe describes a health check to be performed against a container to determine whether it "
            "is alive or ready to receive traffic.",
            schema::field(&Self::exec, "exec", "Exec specifies a command to execute in the container."),
            schema::field(&Self::http_get, "httpGet", "HTTPGet specifies an HTTP GET request to perform."),
            schema::field(&Self::tcp_socket, "tcpSocket", "TCPSocket specifies a connection to a TCP port."),
            schema::field(&Self::grpc, "grpc", "GRPC specifies a GRPC HealthCheckRequest."),
            schema::field(&Self::initial_delay_seconds, "initialDelaySeconds",
                          "Number of seconds after the container has started before liveness probes are "
                          "initiated.", schema::omitzero),
            schema::field(&Self::timeout_seconds, "timeoutSeconds",
                          "Number of seconds after which the probe times out.", schema::omitzero),
            schema::field(&Self::period_seconds, "periodSeconds",
                          "How often (in seconds) to perform the probe.", schema::omitzero),
            schema::field(&Self::success_threshold, "successThreshold",
                          "Minimum consecutive successes for the probe to be considered successful after "
                          "having failed.", schema::omitzero),
            schema::field(&Self::failure_threshold, "failureThreshold",
                          "Minimum consecutive failures for the probe to be considered failed after "
                          "having succeeded.", schema::omitzero),
            schema::field(&Self::termination_grace_period_seconds, "terminationGracePeriodSeconds",
                          "Optional duration in seconds the pod needs to terminate gracefully upon probe "
                          "failure."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::probe);
