#pragma once
// clang-format off
// Lifecycle (v1) and what only it uses.
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

struct sleep_action {
    std::optional<std::int64_t> seconds{};

    template <class Self = sleep_action>
    static constexpr auto describe() {
        return schema::object(
            "SleepAction describes a \"sleep\" action.",
            schema::field(&Self::seconds, "seconds", "Seconds is the number of seconds to sleep.",
                          schema::required));
    }
};

struct lifecycle_handler {
    boxed<exec_action> exec{};
    boxed<http_get_action> http_get{};
    boxed<tcp_socket_action> tcp_socket{};
    boxed<sleep_action> sleep{};

    template <class Self = lifecycle_handler>
    static constexpr auto describe() {
        return schema::object(
            "LifecycleHandler defines a specific action that should be taken in a lifecycle hook.",
            schema::field(&Self::exec, "exec", "Exec specifies a command to execute in the container."),
            schema::field(&Self::http_get, "httpGet", "HTTPGet specifies an HTTP GET request to perform."),
            schema::field(&Self::tcp_socket, "tcpSocket", "Deprecated."),
            schema::field(&Self::sleep, "sleep",
                          "Sleep represents a duration that the container should sleep."));
    }
};

struct lifecycle {
    boxed<lifecycle_handler> post_start{};
    boxed<lifecycle_handler> pre_stop{};
    interned_string stop_signal{};

    template <class Self = lifecycle>
    static constexpr auto describe() {
        return schema::object(
            "Lifecycle describes actions that the management system should take in response to container "
            "lifecycle events.",
            schema::field(&Self::post_start, "postStart",
                          "PostStart is called immediately after a container is created."),
            schema::field(&Self::pre_stop, "preStop",
                          "PreStop is called immediately before a container is terminated due to an API "
                          "request or management event such as liveness/startup probe failure, "
                          "preemption, ..."),
            schema::field(&Self::stop_signal, "stopSignal",
                          "StopSignal defines which signal will be sent to a container when it is being "
                          "stopped."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::lifecycle);
