#pragma once
// Pods (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint::inline v0 {

struct container_state_waiting {
    interned_string reason{}, message{};

    template <class Self = container_state_waiting>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::reason, "reason", "Such as ImagePullBackOff."),
                      field(&Self::message, "message", "", unique));
    }
};

struct container_state_running {
    timestamp started_at{};

    template <class Self = container_state_running>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::started_at, "startedAt", ""));
    }
};

struct container_state_terminated {
    std::int32_t exit_code = 0;
    std::optional<std::int32_t> signal{};
    interned_string reason{}, message{};
    timestamp started_at{}, finished_at{};
    interned_string container_id{};

    template <class Self = container_state_terminated>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::exit_code, "exitCode", ""), field(&Self::signal, "signal", ""),
                      field(&Self::reason, "reason", "Such as OOMKilled."),
                      field(&Self::message, "message", "", unique), field(&Self::started_at, "startedAt", ""),
                      field(&Self::finished_at, "finishedAt", ""),
                      field(&Self::container_id, "containerID",
                            "Container's ID in the format '<type>://<container_id>'."));
    }
};

// Exactly one is set.
struct container_state {
    std::optional<container_state_waiting> waiting{};
    std::optional<container_state_running> running{};
    std::optional<container_state_terminated> terminated{};

    template <class Self = container_state>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::waiting, "waiting", ""), field(&Self::running, "running", ""),
                      field(&Self::terminated, "terminated", ""));
    }
};

struct linux_container_user {
    std::optional<std::int64_t> uid{}, gid{};
    std::vector<std::int64_t> supplemental_groups{};

    template <class Self = linux_container_user>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "User identity information in Linux containers.",
            field(&Self::uid, "uid",
                  "The primary uid initially attached to the first process in the container.", required),
            field(&Self::gid, "gid",
                  "The primary gid initially attached to the first process in the container.", required),
            field(&Self::supplemental_groups, "supplementalGroups",
                  "The supplemental groups initially attached to the first process in the container.",
                  exclusive));
    }
};

struct container_user {
    boxed<linux_container_user> linux_user{};  // `linux` is a macro in GNU C++, CMake's default

    template <class Self = container_user>
    static constexpr auto describe() {
        using namespace schema;
        return object("User identity information.", field(&Self::linux_user, "linux", ""));
    }
};

struct image_volume_status {
    interned_string image_ref{};

    template <class Self = image_volume_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The image-based volume status.",
            field(&Self::image_ref, "imageRef", "The digest of the image used for this volume.", required));
    }
};

struct volume_status {
    boxed<image_volume_status> image{};

    template <class Self = volume_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The status of a mounted volume.", field(&Self::image, "image", ""));
    }
};

struct volume_mount_status {
    interned_string name{}, mount_path{};
    std::optional<bool> read_only{};
    interned_string recursive_read_only{};
    boxed<setpoint::volume_status> volume_status{};

    template <class Self = volume_mount_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "VolumeMountStatus shows status of volume mounts.",
            field(&Self::name, "name", "Name corresponds to the name of the original VolumeMount.", required),
            field(&Self::mount_path, "mountPath", "MountPath corresponds to the original VolumeMount.",
                  required),
            field(&Self::read_only, "readOnly", "ReadOnly corresponds to the original VolumeMount.",
                  omitzero),
            field(&Self::recursive_read_only, "recursiveReadOnly", ""),
            field(&Self::volume_status, "volumeStatus",
                  "Volume-type-specific status about the mounted volume."));
    }
};

struct resource_health {
    interned_string resource_id{}, health{};
    std::optional<interned_string> message{};

    template <class Self = resource_health>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The health of a resource.",
            field(&Self::resource_id, "resourceID", "The unique identifier of the resource.", required),
            field(&Self::health, "health", "Health of the resource."), field(&Self::message, "message", ""));
    }
};

struct resource_status {
    interned_string name{};
    std::vector<resource_health> resources{};

    template <class Self = resource_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The status of a single resource allocated to a Pod.",
            field(&Self::name, "name", "Name of the resource.", required),
            field(&Self::resources, "resources", "List of unique resources health.", list_map("resourceID")));
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

    template <class Self = container_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::name, "name", ""), field(&Self::image, "image", ""),
            field(&Self::image_id, "imageID", ""), field(&Self::container_id, "containerID", "", unique),
            field(&Self::ready, "ready", ""), field(&Self::started, "started", ""),
            field(&Self::restart_count, "restartCount", ""), field(&Self::state, "state", ""),
            field(&Self::last_state, "lastState", ""),
            field(&Self::allocated_resources, "allocatedResources",
                  "The compute resources allocated for this container by the node."),
            field(&Self::resources, "resources", ""),
            field(&Self::volume_mounts, "volumeMounts", "Status of volume mounts.", list_map("mountPath")),
            field(&Self::user, "user",
                  "User identity information initially attached to the first process of the container."),
            field(&Self::allocated_resources_status, "allocatedResourcesStatus",
                  "The status of various resources allocated for this Pod.", list_map("name")),
            field(&Self::stop_signal, "stopSignal",
                  "StopSignal reports the effective stop signal for this container."));
    }
};

struct pod_ip_address {
    interned_string ip{};

    template <class Self = pod_ip_address>
    static constexpr auto describe() {
        using namespace schema;
        return object("A single IP address allocated to the pod.",
                      field(&Self::ip, "ip", "The IP address assigned to the pod.", required));
    }
};

struct host_ip_address {
    interned_string ip{};

    template <class Self = host_ip_address>
    static constexpr auto describe() {
        using namespace schema;
        return object("A single IP address allocated to the host.",
                      field(&Self::ip, "ip", "The IP address assigned to the host.", required));
    }
};

struct pod_resource_claim_status {
    interned_string name{};
    std::optional<interned_string> resource_claim_name{};

    template <class Self = pod_resource_claim_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("",
                      field(&Self::name, "name",
                            "Name uniquely identifies this resource claim inside the pod.", required),
                      field(&Self::resource_claim_name, "resourceClaimName", ""));
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

    template <class Self = pod_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::phase, "phase", "Pending, Running, Succeeded, Failed or Unknown."),
            field(&Self::reason, "reason", ""), field(&Self::message, "message", "", unique),
            field(&Self::pod_ip, "podIP", "", unique), field(&Self::host_ip, "hostIP", ""),
            field(&Self::nominated_node_name, "nominatedNodeName", ""),
            field(&Self::qos_class, "qosClass", ""), field(&Self::start_time, "startTime", ""),
            field(&Self::observed_generation, "observedGeneration", ""),
            field(&Self::conditions, "conditions", "", list_map("type")),
            field(&Self::container_statuses, "containerStatuses", ""),
            field(&Self::init_container_statuses, "initContainerStatuses", ""),
            field(&Self::host_ips, "hostIPs", "The IP addresses allocated to the host.", exclusive),
            field(&Self::pod_ips, "podIPs", "The IP addresses allocated to the pod.", list_map("ip")),
            field(&Self::ephemeral_container_statuses, "ephemeralContainerStatuses",
                  "Statuses for any ephemeral containers that have run in this pod.", exclusive),
            field(&Self::resize, "resize", "Status of resources resize desired for pod's containers."),
            field(&Self::resource_claim_statuses, "resourceClaimStatuses", "Status of resource claims.",
                  list_map("name")),
            field(&Self::allocated_resources, "allocatedResources",
                  "The total requests allocated for this pod by the node."),
            field(&Self::resources, "resources", ""));
    }
};

struct pod {
    object_meta metadata{};
    pod_spec spec{};
    pod_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Pod", "pods"); }
    template <class Self = pod>
    static constexpr auto describe() {
        using namespace schema;
        return object("Containers that run together on a node.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

// Whether the pod's condition Ready is True.
bool is_ready(const pod& p) noexcept;

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::pod);
