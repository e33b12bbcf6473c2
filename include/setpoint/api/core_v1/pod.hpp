#pragma once
// Pods (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint {

struct container_state_waiting {
    interned_string reason{}, message{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_state_waiting;
        return object("", field(&self::reason, "reason", "Such as ImagePullBackOff."),
                      field(&self::message, "message", "", unique));
    }
};

struct container_state_running {
    timestamp started_at{};

    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&container_state_running::started_at, "startedAt", ""));
    }
};

struct container_state_terminated {
    std::int32_t exit_code = 0;
    std::optional<std::int32_t> signal{};
    interned_string reason{}, message{};
    timestamp started_at{}, finished_at{};
    interned_string container_id{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_state_terminated;
        return object("", field(&self::exit_code, "exitCode", ""), field(&self::signal, "signal", ""),
                      field(&self::reason, "reason", "Such as OOMKilled."),
                      field(&self::message, "message", "", unique), field(&self::started_at, "startedAt", ""),
                      field(&self::finished_at, "finishedAt", ""),
                      field(&self::container_id, "containerID",
                            "Container's ID in the format '<type>://<container_id>'."));
    }
};

// Exactly one is set.
struct container_state {
    std::optional<container_state_waiting> waiting{};
    std::optional<container_state_running> running{};
    std::optional<container_state_terminated> terminated{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_state;
        return object("", field(&self::waiting, "waiting", ""), field(&self::running, "running", ""),
                      field(&self::terminated, "terminated", ""));
    }
};

struct linux_container_user {
    std::optional<std::int64_t> uid{}, gid{};
    std::vector<std::int64_t> supplemental_groups{};

    static constexpr auto describe() {
        using namespace schema;
        using self = linux_container_user;
        return object(
            "User identity information in Linux containers.",
            field(&self::uid, "uid",
                  "The primary uid initially attached to the first process in the container.", required),
            field(&self::gid, "gid",
                  "The primary gid initially attached to the first process in the container.", required),
            field(&self::supplemental_groups, "supplementalGroups",
                  "The supplemental groups initially attached to the first process in the container.",
                  exclusive));
    }
};

struct container_user {
    boxed<linux_container_user> linux_user{};  // `linux` is a macro in GNU C++, CMake's default

    static constexpr auto describe() {
        using namespace schema;
        using self = container_user;
        return object("User identity information.", field(&self::linux_user, "linux", ""));
    }
};

struct image_volume_status {
    interned_string image_ref{};

    static constexpr auto describe() {
        using namespace schema;
        using self = image_volume_status;
        return object(
            "The image-based volume status.",
            field(&self::image_ref, "imageRef", "The digest of the image used for this volume.", required));
    }
};

struct volume_status {
    boxed<image_volume_status> image{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_status;
        return object("The status of a mounted volume.", field(&self::image, "image", ""));
    }
};

struct volume_mount_status {
    interned_string name{}, mount_path{};
    std::optional<bool> read_only{};
    interned_string recursive_read_only{};
    boxed<setpoint::volume_status> volume_status{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_mount_status;
        return object(
            "VolumeMountStatus shows status of volume mounts.",
            field(&self::name, "name", "Name corresponds to the name of the original VolumeMount.", required),
            field(&self::mount_path, "mountPath", "MountPath corresponds to the original VolumeMount.",
                  required),
            field(&self::read_only, "readOnly", "ReadOnly corresponds to the original VolumeMount.",
                  omitzero),
            field(&self::recursive_read_only, "recursiveReadOnly", ""),
            field(&self::volume_status, "volumeStatus",
                  "Volume-type-specific status about the mounted volume."));
    }
};

struct resource_health {
    interned_string resource_id{}, health{};
    std::optional<interned_string> message{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_health;
        return object(
            "The health of a resource.",
            field(&self::resource_id, "resourceID", "The unique identifier of the resource.", required),
            field(&self::health, "health", "Health of the resource."), field(&self::message, "message", ""));
    }
};

struct resource_status {
    interned_string name{};
    std::vector<resource_health> resources{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_status;
        return object(
            "The status of a single resource allocated to a Pod.",
            field(&self::name, "name", "Name of the resource.", required),
            field(&self::resources, "resources", "List of unique resources health.", list_map("resourceID")));
    }
};

struct container_status {
    interned_string name{}, image{}, image_id{}, container_id{};
    std::optional<bool> ready{}, started{};
    std::optional<std::int32_t> restart_count{};
    container_state state{}, last_state{};
    quantity_map allocated_resources{};
    boxed<resource_requirements> resources{};
    std::vector<volume_mount_status> volume_mounts{};
    boxed<container_user> user{};
    std::vector<resource_status> allocated_resources_status{};
    interned_string stop_signal{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_status;
        return object(
            "", field(&self::name, "name", ""), field(&self::image, "image", ""),
            field(&self::image_id, "imageID", ""), field(&self::container_id, "containerID", "", unique),
            field(&self::ready, "ready", ""), field(&self::started, "started", ""),
            field(&self::restart_count, "restartCount", ""), field(&self::state, "state", ""),
            field(&self::last_state, "lastState", ""),
            field(&self::allocated_resources, "allocatedResources",
                  "The compute resources allocated for this container by the node."),
            field(&self::resources, "resources", ""),
            field(&self::volume_mounts, "volumeMounts", "Status of volume mounts.", list_map("mountPath")),
            field(&self::user, "user",
                  "User identity information initially attached to the first process of the container."),
            field(&self::allocated_resources_status, "allocatedResourcesStatus",
                  "The status of various resources allocated for this Pod.", list_map("name")),
            field(&self::stop_signal, "stopSignal",
                  "StopSignal reports the effective stop signal for this container."));
    }
};

struct pod_ip_address {
    interned_string ip{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_ip_address;
        return object("A single IP address allocated to the pod.",
                      field(&self::ip, "ip", "The IP address assigned to the pod.", required));
    }
};

struct host_ip_address {
    interned_string ip{};

    static constexpr auto describe() {
        using namespace schema;
        using self = host_ip_address;
        return object("A single IP address allocated to the host.",
                      field(&self::ip, "ip", "The IP address assigned to the host.", required));
    }
};

struct pod_resource_claim_status {
    interned_string name{};
    std::optional<interned_string> resource_claim_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_resource_claim_status;
        return object("",
                      field(&self::name, "name",
                            "Name uniquely identifies this resource claim inside the pod.", required),
                      field(&self::resource_claim_name, "resourceClaimName", ""));
    }
};

struct pod_status {
    interned_string phase{};  // Pending, Running, Succeeded, Failed, Unknown
    interned_string reason{}, message{}, pod_ip{}, host_ip{}, nominated_node_name{}, qos_class{};
    timestamp start_time{};
    generation_number observed_generation{};
    std::vector<condition> conditions{};
    std::vector<container_status> container_statuses{}, init_container_statuses{};
    std::vector<host_ip_address> host_ips{};
    std::vector<pod_ip_address> pod_ips{};
    std::vector<container_status> ephemeral_container_statuses{};
    interned_string resize{};
    std::vector<pod_resource_claim_status> resource_claim_statuses{};
    quantity_map allocated_resources{};
    boxed<resource_requirements> resources{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_status;
        return object(
            "", field(&self::phase, "phase", "Pending, Running, Succeeded, Failed or Unknown."),
            field(&self::reason, "reason", ""), field(&self::message, "message", "", unique),
            field(&self::pod_ip, "podIP", "", unique), field(&self::host_ip, "hostIP", ""),
            field(&self::nominated_node_name, "nominatedNodeName", ""),
            field(&self::qos_class, "qosClass", ""), field(&self::start_time, "startTime", ""),
            field(&self::observed_generation, "observedGeneration", ""),
            field(&self::conditions, "conditions", "", list_map("type")),
            field(&self::container_statuses, "containerStatuses", ""),
            field(&self::init_container_statuses, "initContainerStatuses", ""),
            field(&self::host_ips, "hostIPs", "The IP addresses allocated to the host.", exclusive),
            field(&self::pod_ips, "podIPs", "The IP addresses allocated to the pod.", list_map("ip")),
            field(&self::ephemeral_container_statuses, "ephemeralContainerStatuses",
                  "Statuses for any ephemeral containers that have run in this pod.", exclusive),
            field(&self::resize, "resize", "Status of resources resize desired for pod's containers."),
            field(&self::resource_claim_statuses, "resourceClaimStatuses", "Status of resource claims.",
                  list_map("name")),
            field(&self::allocated_resources, "allocatedResources",
                  "The total requests allocated for this pod by the node."),
            field(&self::resources, "resources", ""));
    }
};

struct pod {
    object_meta metadata{};
    pod_spec spec{};
    pod_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Pod", "pods"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = pod;
        return object("Containers that run together on a node.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

// Whether the pod's condition Ready is True.
bool is_ready(const pod& p) noexcept;

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::pod);
