#pragma once
// Container probes (core/v1).

#include "setpoint/api/int_or_string.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct http_header {
    interned_string name{}, value{};

    static constexpr auto describe() {
        using namespace schema;
        using self = http_header;
        return object("", field(&self::name, "name", "", required),
                      field(&self::value, "value", "", required));
    }
};

struct http_get_action {
    interned_string path{}, host{}, scheme{};
    int_or_string port{};
    std::vector<http_header> http_headers{};

    static constexpr auto describe() {
        using namespace schema;
        using self = http_get_action;
        return object("An HTTP request that must be answered with a status from 200 to 399.",
                      field(&self::path, "path", ""), field(&self::port, "port", "Number or name.", required),
                      field(&self::host, "host", "Empty: the pod's address."),
                      field(&self::scheme, "scheme", "HTTP or HTTPS."),
                      field(&self::http_headers, "httpHeaders", "", exclusive));
    }
};

struct tcp_socket_action {
    int_or_string port{};
    interned_string host{};

    static constexpr auto describe() {
        using namespace schema;
        using self = tcp_socket_action;
        return object("A TCP connection that must be accepted.",
                      field(&self::port, "port", "Number or name.", required),
                      field(&self::host, "host", "Empty: the pod's address."));
    }
};

struct exec_action {
    std::vector<interned_string> command{};

    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A command that must end with 0.",
            field(&exec_action::command, "command", "Run in the container, without a shell.", exclusive));
    }
};

struct grpc_action {
    std::optional<std::int32_t> port{};
    std::optional<interned_string> service{};

    static constexpr auto describe() {
        using namespace schema;
        using self = grpc_action;
        return object("An action involving a GRPC service.",
                      field(&self::port, "port", "Port number of the gRPC service.", required),
                      field(&self::service, "service", ""));
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

    static constexpr auto describe() {
        using namespace schema;
        using self = probe;
        return object("A check that is made again and again.", field(&self::exec, "exec", ""),
                      field(&self::http_get, "httpGet", ""), field(&self::tcp_socket, "tcpSocket", ""),
                      field(&self::initial_delay_seconds, "initialDelaySeconds", "", omitzero),
                      field(&self::period_seconds, "periodSeconds", ""),
                      field(&self::timeout_seconds, "timeoutSeconds", ""),
                      field(&self::success_threshold, "successThreshold", ""),
                      field(&self::failure_threshold, "failureThreshold", ""),
                      field(&self::grpc, "grpc", "A GRPC HealthCheckRequest."),
                      field(&self::termination_grace_period_seconds, "terminationGracePeriodSeconds",
                            "Duration in seconds the pod needs to terminate gracefully upon probe failure."));
    }
};

}  // namespace setpoint
