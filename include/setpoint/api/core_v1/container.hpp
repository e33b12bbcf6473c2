#pragma once
// A container of a pod (core/v1).

#include "setpoint/api/core_v1/lifecycle.hpp"
#include "setpoint/api/core_v1/probe.hpp"
#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/api/core_v1/resources.hpp"
#include "setpoint/api/core_v1/security_context.hpp"
#include "setpoint/api/core_v1/value_source.hpp"
#include "setpoint/api/core_v1/volume.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <boost/container/flat_map.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct container_port {
    std::int32_t port = 0;
    interned_string protocol = "TCP";  // a key of the list, so always sent
    interned_string name{}, host_ip{};
    std::optional<std::int32_t> host_port{};

    template <class Self = container_port>
    static constexpr auto describe() {
        using namespace schema;
        return object("A port that the container listens on.",
                      field(&Self::port, "containerPort", "", required),
                      field(&Self::protocol, "protocol", "TCP, UDP or SCTP."),
                      field(&Self::name, "name", "What Services may call it."),
                      field(&Self::host_ip, "hostIP", ""), field(&Self::host_port, "hostPort", "", omitzero));
    }
};

// Exactly one is set.
struct env_source {
    std::optional<key_selector> config_map_key_ref{}, secret_key_ref{};
    std::optional<field_reference> field_ref{};
    boxed<resource_field_selector> resource_field_ref{};
    boxed<file_key_selector> file_key_ref{};

    template <class Self = env_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("Where a value comes from.", field(&Self::config_map_key_ref, "configMapKeyRef", ""),
                      field(&Self::secret_key_ref, "secretKeyRef", ""),
                      field(&Self::field_ref, "fieldRef", ""),
                      field(&Self::resource_field_ref, "resourceFieldRef", ""),
                      field(&Self::file_key_ref, "fileKeyRef", "FileKeyRef selects a key of the env file."));
    }
};

struct env_var {
    interned_string name{}, value{};
    boxed<env_source> value_from{};

    template <class Self = env_var>
    static constexpr auto describe() {
        using namespace schema;
        return object("An environment variable.", field(&Self::name, "name", "", required),
                      field(&Self::value, "value", ""),
                      field(&Self::value_from, "valueFrom", "Instead of a value."));
    }
};

// All keys of a ConfigMap or Secret.
struct whole_object_source {
    interned_string name{};
    std::optional<bool> optional{};

    template <class Self = whole_object_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", ""),
                      field(&Self::optional, "optional", "Whether it may be missing."));
    }
};

// Exactly one source is set.
struct env_from_source {
    interned_string prefix{};
    std::optional<whole_object_source> config_map_ref{}, secret_ref{};

    template <class Self = env_from_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("All keys of an object as environment variables.",
                      field(&Self::prefix, "prefix", "Put before each name."),
                      field(&Self::config_map_ref, "configMapRef", ""),
                      field(&Self::secret_ref, "secretRef", ""));
    }
};

struct volume_device {
    interned_string name{}, device_path{};

    template <class Self = volume_device>
    static constexpr auto describe() {
        using namespace schema;
        return object("A mapping of a raw block device within a container.",
                      field(&Self::name, "name",
                            "Name must match the name of a persistentVolumeClaim in the pod.", required),
                      field(&Self::device_path, "devicePath",
                            "The path inside of the container that the device will be mapped to.", required));
    }
};

struct container_resize_policy {
    interned_string resource_name{}, restart_policy{};

    template <class Self = container_resize_policy>
    static constexpr auto describe() {
        using namespace schema;
        return object("Resource resize policy for the container.",
                      field(&Self::resource_name, "resourceName",
                            "Name of the resource to which this resource resize policy applies.", required),
                      field(&Self::restart_policy, "restartPolicy",
                            "Restart policy to apply when specified resource is resized.", required));
    }
};

struct container_restart_rule_on_exit_codes {
    interned_string op{};
    std::vector<std::int32_t> values{};

    template <class Self = container_restart_rule_on_exit_codes>
    static constexpr auto describe() {
        using namespace schema;
        return object("The condition for handling an exited container based on its exit codes.",
                      field(&Self::op, "operator", "", required),
                      field(&Self::values, "values",
                            "Specifies the set of values to check for container exit codes.", list_set));
    }
};

struct container_restart_rule {
    interned_string action{};
    boxed<container_restart_rule_on_exit_codes> exit_codes{};

    template <class Self = container_restart_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "How a container exit is handled.",
            field(&Self::action, "action",
                  "Specifies the action taken on a container exit if the requirements are satisfied.",
                  required),
            field(&Self::exit_codes, "exitCodes", "Represents the exit codes to check on container exits."));
    }
};

struct container {
    interned_string name{}, image{}, image_pull_policy{}, working_dir{};
    std::vector<interned_string> command{}, args{};
    std::vector<container_port> ports{};
    std::vector<env_var> env{};
    std::vector<env_from_source> env_from{};
    resource_requirements resources{};
    std::vector<volume_mount> volume_mounts{};
    boxed<probe> liveness_probe{}, readiness_probe{}, startup_probe{};
    boxed<container_security_context> security_context{};
    interned_string restart_policy{};  // "Always" makes an init container a sidecar
    std::vector<container_resize_policy> resize_policy{};
    std::vector<container_restart_rule> restart_policy_rules{};
    std::vector<volume_device> volume_devices{};
    boxed<container_lifecycle> lifecycle{};
    interned_string termination_message_path{}, termination_message_policy{};
    std::optional<bool> stdin{}, stdin_once{}, tty{};

    template <class Self = container>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A container of a pod.", field(&Self::name, "name", "Unique in the pod.", required),
            field(&Self::image, "image", ""),
            field(&Self::image_pull_policy, "imagePullPolicy", "Always, IfNotPresent or Never."),
            field(&Self::working_dir, "workingDir", ""),
            field(&Self::command, "command", "Instead of the image's entry point.", exclusive),
            field(&Self::args, "args", "", exclusive),
            field(&Self::ports, "ports", "", list_map("containerPort", "protocol")),
            field(&Self::env, "env", "", list_map("name")), field(&Self::env_from, "envFrom", ""),
            field(&Self::resources, "resources", ""),
            field(&Self::volume_mounts, "volumeMounts", "", list_map("mountPath")),
            field(&Self::liveness_probe, "livenessProbe", "Restarts the container when it fails."),
            field(&Self::readiness_probe, "readinessProbe", "Takes the pod out of Services while it fails."),
            field(&Self::startup_probe, "startupProbe", "Holds the other probes back until it succeeds."),
            field(&Self::security_context, "securityContext", ""),
            field(&Self::restart_policy, "restartPolicy", "Always makes an init container a sidecar."),
            field(&Self::resize_policy, "resizePolicy", "Resources resize policy for the container.",
                  exclusive),
            field(&Self::restart_policy_rules, "restartPolicyRules", "", exclusive),
            field(&Self::volume_devices, "volumeDevices",
                  "The list of block devices to be used by the container.", list_map("devicePath")),
            field(&Self::lifecycle, "lifecycle", "Run after the start and before the end."),
            field(&Self::termination_message_path, "terminationMessagePath", ""),
            field(&Self::termination_message_policy, "terminationMessagePolicy",
                  "Indicate how the termination message should be populated."),
            field(&Self::stdin, "stdin",
                  "Whether this container should allocate a buffer for stdin in the container runtime.",
                  omitzero),
            field(&Self::stdin_once, "stdinOnce", "", omitzero), field(&Self::tty, "tty", "", omitzero));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_COMPILED_TABLE(setpoint::container);
