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

namespace setpoint {

struct container_port {
    std::int32_t port = 0;
    interned_string protocol = "TCP";  // a key of the list, so always sent
    interned_string name{}, host_ip{};
    std::optional<std::int32_t> host_port{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_port;
        return object("A port that the container listens on.",
                      field(&self::port, "containerPort", "", required),
                      field(&self::protocol, "protocol", "TCP, UDP or SCTP."),
                      field(&self::name, "name", "What Services may call it."),
                      field(&self::host_ip, "hostIP", ""), field(&self::host_port, "hostPort", "", omitzero));
    }
};

// Exactly one is set.
struct env_source {
    std::optional<key_selector> config_map_key_ref{}, secret_key_ref{};
    std::optional<field_reference> field_ref{};
    boxed<resource_field_selector> resource_field_ref{};
    boxed<file_key_selector> file_key_ref{};

    static constexpr auto describe() {
        using namespace schema;
        using self = env_source;
        return object("Where a value comes from.", field(&self::config_map_key_ref, "configMapKeyRef", ""),
                      field(&self::secret_key_ref, "secretKeyRef", ""),
                      field(&self::field_ref, "fieldRef", ""),
                      field(&self::resource_field_ref, "resourceFieldRef", ""),
                      field(&self::file_key_ref, "fileKeyRef", "FileKeyRef selects a key of the env file."));
    }
};

struct env_var {
    interned_string name{}, value{};
    boxed<env_source> value_from{};

    static constexpr auto describe() {
        using namespace schema;
        using self = env_var;
        return object("An environment variable.", field(&self::name, "name", "", required),
                      field(&self::value, "value", ""),
                      field(&self::value_from, "valueFrom", "Instead of a value."));
    }
};

// All keys of a ConfigMap or Secret.
struct whole_object_source {
    interned_string name{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = whole_object_source;
        return object("", field(&self::name, "name", ""),
                      field(&self::optional, "optional", "Whether it may be missing."));
    }
};

// Exactly one source is set.
struct env_from_source {
    interned_string prefix{};
    std::optional<whole_object_source> config_map_ref{}, secret_ref{};

    static constexpr auto describe() {
        using namespace schema;
        using self = env_from_source;
        return object("All keys of an object as environment variables.",
                      field(&self::prefix, "prefix", "Put before each name."),
                      field(&self::config_map_ref, "configMapRef", ""),
                      field(&self::secret_ref, "secretRef", ""));
    }
};

struct volume_device {
    interned_string name{}, device_path{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_device;
        return object("A mapping of a raw block device within a container.",
                      field(&self::name, "name",
                            "Name must match the name of a persistentVolumeClaim in the pod.", required),
                      field(&self::device_path, "devicePath",
                            "The path inside of the container that the device will be mapped to.", required));
    }
};

struct container_resize_policy {
    interned_string resource_name{}, restart_policy{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_resize_policy;
        return object("Resource resize policy for the container.",
                      field(&self::resource_name, "resourceName",
                            "Name of the resource to which this resource resize policy applies.", required),
                      field(&self::restart_policy, "restartPolicy",
                            "Restart policy to apply when specified resource is resized.", required));
    }
};

struct container_restart_rule_on_exit_codes {
    interned_string op{};
    std::vector<std::int32_t> values{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_restart_rule_on_exit_codes;
        return object("The condition for handling an exited container based on its exit codes.",
                      field(&self::op, "operator", "", required),
                      field(&self::values, "values",
                            "Specifies the set of values to check for container exit codes.", list_set));
    }
};

struct container_restart_rule {
    interned_string action{};
    boxed<container_restart_rule_on_exit_codes> exit_codes{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_restart_rule;
        return object(
            "How a container exit is handled.",
            field(&self::action, "action",
                  "Specifies the action taken on a container exit if the requirements are satisfied.",
                  required),
            field(&self::exit_codes, "exitCodes", "Represents the exit codes to check on container exits."));
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

    static constexpr auto describe() {
        using namespace schema;
        using self = container;
        return object(
            "A container of a pod.", field(&self::name, "name", "Unique in the pod.", required),
            field(&self::image, "image", ""),
            field(&self::image_pull_policy, "imagePullPolicy", "Always, IfNotPresent or Never."),
            field(&self::working_dir, "workingDir", ""),
            field(&self::command, "command", "Instead of the image's entry point.", exclusive),
            field(&self::args, "args", "", exclusive),
            field(&self::ports, "ports", "", list_map("containerPort", "protocol")),
            field(&self::env, "env", "", list_map("name")), field(&self::env_from, "envFrom", ""),
            field(&self::resources, "resources", ""),
            field(&self::volume_mounts, "volumeMounts", "", list_map("mountPath")),
            field(&self::liveness_probe, "livenessProbe", "Restarts the container when it fails."),
            field(&self::readiness_probe, "readinessProbe", "Takes the pod out of Services while it fails."),
            field(&self::startup_probe, "startupProbe", "Holds the other probes back until it succeeds."),
            field(&self::security_context, "securityContext", ""),
            field(&self::restart_policy, "restartPolicy", "Always makes an init container a sidecar."),
            field(&self::resize_policy, "resizePolicy", "Resources resize policy for the container.",
                  exclusive),
            field(&self::restart_policy_rules, "restartPolicyRules", "", exclusive),
            field(&self::volume_devices, "volumeDevices",
                  "The list of block devices to be used by the container.", list_map("devicePath")),
            field(&self::lifecycle, "lifecycle", "Run after the start and before the end."),
            field(&self::termination_message_path, "terminationMessagePath", ""),
            field(&self::termination_message_policy, "terminationMessagePolicy",
                  "Indicate how the termination message should be populated."),
            field(&self::stdin, "stdin",
                  "Whether this container should allocate a buffer for stdin in the container runtime.",
                  omitzero),
            field(&self::stdin_once, "stdinOnce", "", omitzero), field(&self::tty, "tty", "", omitzero));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::container);
