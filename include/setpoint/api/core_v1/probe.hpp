#pragma once
// Container probes (core/v1).

#include "setpoint/api/int_or_string.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct http_header {
    interned_string name{}, value{};

    template <class Self = http_header>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", "", required),
                      field(&Self::value, "value", "", required));
    }
};

struct http_get_action {
    interned_string path{}, host{}, scheme{};
    int_or_string port{};
    std::vector<http_header> http_headers{};

    template <class Self = http_get_action>
    static constexpr auto describe() {
        using namespace schema;
        return object("An HTTP request that must be answered with a status from 200 to 399.",
                      field(&Self::path, "path", ""), field(&Self::port, "port", "Number or name.", required),
                      field(&Self::host, "host", "Empty: the pod's address."),
                      field(&Self::scheme, "scheme", "HTTP or HTTPS."),
                      field(&Self::http_headers, "httpHeaders", "", exclusive));
    }
};

struct tcp_socket_action {
    int_or_string port{};
    interned_string host{};

    template <class Self = tcp_socket_action>
    static constexpr auto describe() {
        using namespace schema;
        return object("A TCP connection that must be accepted.",
                      field(&Self::port, "port", "Number or name.", required),
                      field(&Self::host, "host", "Empty: the pod's address."));
    }
};

struct exec_action {
    std::vector<interned_string> command{};

    template <class Self = exec_action>
    static constexpr auto describe() {
        using namespace schema;
        return object("A command that must end with 0.",
                      field(&Self::command, "command", "Run in the container, without a shell.", exclusive));
    }
};

struct grpc_action {
    std::optional<std::int32_t> port{};
    std::optional<interned_string> service{};

    template <class Self = grpc_action>
    static constexpr auto describe() {
        using namespace schema;
        return object("An action involving a GRPC service.",
                      field(&Self::port, "port", "Port number of the gRPC service.", required),
                      field(&Self::service, "service", ""));
    }
};

// Exactly one of exec, http_get, tcp_socket and grpc is set.
struct probe {
    std::optional<exec_action> exec{};
    std::optional<http_get_action> http_get{};
    std::optional<tcp_socket_action> tcp_socket{};
    std::optional<std::int32_t> initial_delay_seconds{}, period_seconds{}, timeout_seconds{},
        success_threshold{}, failure_threshold{};
    boxed<grpc_action> grpc{};
    std::optional<std::int64_t> termination_grace_period_seconds{};

    template <class Self = probe>
    static constexpr auto describe() {
        using namespace schema;
        return object("A check that is made again and again.", field(&Self::exec, "exec", ""),
                      field(&Self::http_get, "httpGet", ""), field(&Self::tcp_socket, "tcpSocket", ""),
                      field(&Self::initial_delay_seconds, "initialDelaySeconds", "", omitzero),
                      field(&Self::period_seconds, "periodSeconds", ""),
                      field(&Self::timeout_seconds, "timeoutSeconds", ""),
                      field(&Self::success_threshold, "successThreshold", ""),
                      field(&Self::failure_threshold, "failureThreshold", ""),
                      field(&Self::grpc, "grpc", "A GRPC HealthCheckRequest."),
                      field(&Self::termination_grace_period_seconds, "terminationGracePeriodSeconds",
                            "Duration in seconds the pod needs to terminate gracefully upon probe failure."));
    }
};

}  // namespace setpoint::inline v0
