#pragma once
// A container of a pod (core/v1).

#include <setpoint/api/core_v1/probe.hpp>
#include <setpoint/api/core_v1/volume.hpp>
#include <setpoint/api/quantity.hpp>
#include <setpoint/core/boxed.hpp>
#include <setpoint/core/text.hpp>
#include <setpoint/json/describe.hpp>

#include <boost/container/flat_map.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace setpoint {

// Resource names (cpu, memory, ...) and how much of each.
using quantity_map = boost::container::flat_map<text, quantity, std::less<>>;

struct container_port {
    std::int32_t port = 0;
    text protocol = "TCP";  // a key of the list, so it is always sent
    text name{}, host_ip{};
    std::optional<std::int32_t> host_port{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_port;
        return object(
            "A port that the container listens on.", field(&self::port, "containerPort", "", required),
            field(&self::protocol, "protocol", "TCP, UDP or SCTP."),
            field(&self::name, "name", "What Services may call it."), field(&self::host_ip, "hostIP", ""),
            field(&self::host_port, "hostPort", "", zero_is_absent));
    }
};

// A key of a ConfigMap or Secret.
struct key_selector {
    text name{}, key{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = key_selector;
        return object("A key of an object in the same namespace.",
                      field(&self::name, "name", "The object's name."),
                      field(&self::key, "key", "", required),
                      field(&self::optional, "optional", "Whether it may be missing."));
    }
};

struct field_reference {
    text field_path{}, api_version{};

    static constexpr auto describe() {
        using namespace schema;
        using self = field_reference;
        return object("A field of the pod.",
                      field(&self::field_path, "fieldPath", "Such as metadata.name.", required),
                      field(&self::api_version, "apiVersion", ""));
    }
};

// One of them is set.
struct env_source {
    std::optional<key_selector> config_map_key_ref{}, secret_key_ref{};
    std::optional<field_reference> field_ref{};

    static constexpr auto describe() {
        using namespace schema;
        using self = env_source;
        return object("Where a value comes from.", field(&self::config_map_key_ref, "configMapKeyRef", ""),
                      field(&self::secret_key_ref, "secretKeyRef", ""),
                      field(&self::field_ref, "fieldRef", ""));
    }
};

struct env_var {
    text name{}, value{};
    boxed<env_source> value_from{};

    static constexpr auto describe() {
        using namespace schema;
        using self = env_var;
        return object("An environment variable.", field(&self::name, "name", "", required),
                      field(&self::value, "value", ""),
                      field(&self::value_from, "valueFrom", "Instead of a value."));
    }
};

// A whole ConfigMap or Secret.
struct whole_object_source {
    text name{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = whole_object_source;
        return object("", field(&self::name, "name", ""),
                      field(&self::optional, "optional", "Whether it may be missing."));
    }
};

// One of the sources is set.
struct env_from_source {
    text prefix{};
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

struct resource_requirements {
    quantity_map limits{}, requests{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_requirements;
        return object("What a container needs and may use.",
                      field(&self::limits, "limits", "The most it may use."),
                      field(&self::requests, "requests", "What is set aside for it."));
    }
};

struct linux_capabilities {
    std::vector<text> add{}, drop{};

    static constexpr auto describe() {
        using namespace schema;
        using self = linux_capabilities;
        return object("Linux capabilities.", field(&self::add, "add", "", whole),
                      field(&self::drop, "drop", "", whole));
    }
};

struct seccomp {
    text type{}, localhost_profile{};

    static constexpr auto describe() {
        using namespace schema;
        using self = seccomp;
        return object("", field(&self::type, "type", "RuntimeDefault, Unconfined or Localhost.", required),
                      field(&self::localhost_profile, "localhostProfile", ""));
    }
};

struct container_security_context {
    std::optional<bool> privileged{}, allow_privilege_escalation{}, read_only_root_filesystem{},
        run_as_non_root{};
    std::optional<std::int64_t> run_as_user{}, run_as_group{};
    std::optional<linux_capabilities> capabilities{};
    std::optional<seccomp> seccomp_profile{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_security_context;
        return object(
            "What a container may do.", field(&self::privileged, "privileged", ""),
            field(&self::allow_privilege_escalation, "allowPrivilegeEscalation", ""),
            field(&self::read_only_root_filesystem, "readOnlyRootFilesystem", ""),
            field(&self::run_as_non_root, "runAsNonRoot", ""), field(&self::run_as_user, "runAsUser", ""),
            field(&self::run_as_group, "runAsGroup", ""), field(&self::capabilities, "capabilities", ""),
            field(&self::seccomp_profile, "seccompProfile", ""));
    }
};

struct container {
    text name{}, image{}, image_pull_policy{}, working_dir{};
    std::vector<text> command{}, args{};
    std::vector<container_port> ports{};
    std::vector<env_var> env{};
    std::vector<env_from_source> env_from{};
    resource_requirements resources{};
    std::vector<volume_mount> volume_mounts{};
    boxed<probe> liveness_probe{}, readiness_probe{}, startup_probe{};
    boxed<container_security_context> security_context{};
    text restart_policy{};  // "Always" makes an init container a sidecar

    static constexpr auto describe() {
        using namespace schema;
        using self = container;
        return object(
            "A container of a pod.", field(&self::name, "name", "Unique in the pod.", required),
            field(&self::image, "image", ""),
            field(&self::image_pull_policy, "imagePullPolicy", "Always, IfNotPresent or Never."),
            field(&self::working_dir, "workingDir", ""),
            field(&self::command, "command", "Instead of the image's entry point.", whole),
            field(&self::args, "args", "", whole),
            field(&self::ports, "ports", "", list_map("containerPort", "protocol")),
            field(&self::env, "env", "", list_map("name")), field(&self::env_from, "envFrom", ""),
            field(&self::resources, "resources", ""),
            field(&self::volume_mounts, "volumeMounts", "", list_map("mountPath")),
            field(&self::liveness_probe, "livenessProbe", "Restarts the container when it fails."),
            field(&self::readiness_probe, "readinessProbe", "Takes the pod out of Services while it fails."),
            field(&self::startup_probe, "startupProbe", "Holds the other probes back until it succeeds."),
            field(&self::security_context, "securityContext", ""),
            field(&self::restart_policy, "restartPolicy", "Always makes an init container a sidecar."));
    }
};

}  // namespace setpoint
