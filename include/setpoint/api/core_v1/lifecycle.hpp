#pragma once
// Hooks at the start and end of a container (core/v1).

#include "setpoint/api/core_v1/probe.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

struct sleep_action {
    std::optional<std::int64_t> seconds{};

    template <class Self = sleep_action>
    static constexpr auto describe() {
        using namespace schema;
        return object("A 'sleep' action.",
                      field(&Self::seconds, "seconds", "The number of seconds to sleep.", required));
    }
};

struct lifecycle_handler {
    boxed<exec_action> exec{};
    boxed<http_get_action> http_get{};
    boxed<tcp_socket_action> tcp_socket{};
    boxed<sleep_action> sleep{};

    template <class Self = lifecycle_handler>
    static constexpr auto describe() {
        using namespace schema;
        return object("A specific action that should be taken in a lifecycle hook.",
                      field(&Self::exec, "exec", "A command to execute in the container."),
                      field(&Self::http_get, "httpGet", "An HTTP GET request to perform."),
                      field(&Self::tcp_socket, "tcpSocket", "Deprecated."),
                      field(&Self::sleep, "sleep", "A duration that the container should sleep."));
    }
};

struct container_lifecycle {
    boxed<lifecycle_handler> post_start{}, pre_stop{};
    interned_string stop_signal{};

    template <class Self = container_lifecycle>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::post_start, "postStart", "Called immediately after a container is created."),
            field(&Self::pre_stop, "preStop", ""),
            field(&Self::stop_signal, "stopSignal",
                  "Which signal will be sent to a container when it is being stopped."));
    }
};

}  // namespace setpoint::inline v0
