#pragma once
// clang-format off
// EphemeralContainer (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/container_port.hpp"
#include "setpoint/api/core_v1/container_resize_policy.hpp"
#include "setpoint/api/core_v1/container_restart_rule.hpp"
#include "setpoint/api/core_v1/env_from_source.hpp"
#include "setpoint/api/core_v1/env_var.hpp"
#include "setpoint/api/core_v1/lifecycle.hpp"
#include "setpoint/api/core_v1/probe.hpp"
#include "setpoint/api/core_v1/resource_requirements.hpp"
#include "setpoint/api/core_v1/security_context.hpp"
#include "setpoint/api/core_v1/volume_device.hpp"
#include "setpoint/api/core_v1/volume_mount.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdio>
#include <optional>
#include <vector>

#ifdef __linux__
#undef stdin  // musl's macro is "(stdin)"; the variable remains
#endif

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct ephemeral_container {
    interned_string name{};
    interned_string image{};
    std::vector<interned_string> command{};
    std::vector<interned_string> args{};
    interned_string working_dir{};
    std::vector<container_port> ports{};
    std::vector<env_from_source> env_from{};
    std::vector<env_var> env{};
    resource_requirements resources{};
    std::vector<container_resize_policy> resize_policy{};
    interned_string restart_policy{};
    std::vector<container_restart_rule> restart_policy_rules{};
    std::vector<volume_mount> volume_mounts{};
    std::vector<volume_device> volume_devices{};
    boxed<probe> liveness_probe{};
    boxed<probe> readiness_probe{};
    boxed<probe> startup_probe{};
    boxed<core_v1::lifecycle> lifecycle{};
    interned_string termination_message_path{};
    interned_string termination_message_policy{};
    interned_string image_pull_policy{};
    boxed<core_v1::security_context> security_context{};
    std::optional<bool> stdin{};
    std::optional<bool> stdin_once{};
    std::optional<bool> tty{};
    interned_string target_container_name{};

    template <class Self = ephemeral_container>
    static constexpr auto describe() {
        return schema::object(
            "An EphemeralContainer is a temporary container that you may add to an existing Pod for "
            "user-initiated activities such as debugging.",
            schema::field(&Self::name, "name", "Name of the ephemeral container specified as a DNS_LABEL.",
                          schema::required),
            schema::field(&Self::image, "image", "Container image name."),
            schema::field(&Self::command, "command", "Entrypoint array."),
            schema::field(&Self::args, "args", "Arguments to the entrypoint."),
            schema::field(&Self::working_dir, "workingDir", "Container's working directory."),
            schema::field(&Self::ports, "ports", "Ports are not allowed for ephemeral containers.",
                          schema::list_map("containerPort", "protocol")),
            schema::field(&Self::env_from, "envFrom",
                          "List of sources to populate environment variables in the container."),
            schema::field(&Self::env, "env", "List of environment variables to set in the container.",
                          schema::list_map("name")),
            schema::field(&Self::resources, "resources",
                          "Resources are not allowed for ephemeral containers."),
            schema::field(&Self::resize_policy, "resizePolicy", "Resources resize policy for the container."),
            schema::field(&Self::restart_policy, "restartPolicy",
                          "Restart policy for the container to manage the restart behavior of each "
                          "container within a pod."),
            schema::field(&Self::restart_policy_rules, "restartPolicyRules",
                          "Represents a list of rules to be checked to determine if the container should "
                          "be restarted on exit."),
            schema::field(&Self::volume_mounts, "volumeMounts",
                          "Pod volumes to mount into the container's filesystem.",
                          schema::list_map("mountPath")),
            schema::field(&Self::volume_devices, "volumeDevices",
                          "volumeDevices is the list of block devices to be used by the container.",
                          schema::list_map("devicePath")),
            schema::field(&Self::liveness_probe, "livenessProbe",
                          "Probes are not allowed for ephemeral containers."),
            schema::field(&Self::readiness_probe, "readinessProbe",
                          "Probes are not allowed for ephemeral containers."),
            schema::field(&Self::startup_probe, "startupProbe",
                          "Probes are not allowed for ephemeral containers."),
            schema::field(&Self::lifecycle, "lifecycle",
                          "Lifecycle is not allowed for ephemeral containers."),
            schema::field(&Self::termination_message_path, "terminationMessagePath",
                          "Optional: Path at which the file to which the container's termination message "
                          "will be written is mounted into the container's filesystem."),
            schema::field(&Self::termination_message_policy, "terminationMessagePolicy",
                          "Indicate how the termination message should be populated."),
            schema::field(&Self::image_pull_policy, "imagePullPolicy", "Image pull policy."),
            schema::field(&Self::security_context, "securityContext",
                          "Optional: SecurityContext defines the security options the ephemeral container "
                          "should be run with."),
            schema::field(&Self::stdin, "stdin",
                          "Whether this container should allocate a buffer for stdin in the container "
                          "runtime.", schema::omitzero),
            schema::field(&Self::stdin_once, "stdinOnce",
                          "Whether the container runtime should close the stdin channel after it has been "
                          "opened by a single attach.", schema::omitzero),
            schema::field(&Self::tty, "tty",
                          "Whether this container should allocate a TTY for itself, also requires 'stdin' "
                          "to be true.", schema::omitzero),
            schema::field(&Self::target_container_name, "targetContainerName",
                          "If set, the name of the container from PodSpec that this ephemeral container "
                          "targets."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::ephemeral_container);
