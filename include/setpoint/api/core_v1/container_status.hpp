#pragma once
// clang-format off
// ContainerStatus (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/resource_requirements.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct container_state_waiting {
    interned_string reason{};
    interned_string message{};

    template <class Self = container_state_waiting>
    static constexpr auto describe() {
        return schema::object(
            "ContainerStateWaiting is a waiting state of a container.",
            schema::field(&Self::reason, "reason", "(brief) reason the container is not yet running."),
            schema::field(&Self::message, "message",
                          "Message regarding why the container is not yet running.", schema::unique));
    }
};

struct container_state_running {
    timestamp started_at{};

    template <class Self = container_state_running>
    static constexpr auto describe() {
        return schema::object(
            "ContainerStateRunning is a running state of a container.",
            schema::field(&Self::started_at, "startedAt",
                          "Time at which the container was last (re-)started"));
    }
};

struct container_state_terminated {
    std::optional<std::int32_t> exit_code{};
    std::optional<std::int32_t> signal{};
    interned_string reason{};
    interned_string message{};
    timestamp started_at{};
    timestamp finished_at{};
    interned_string container_id{};

    template <class Self = container_state_terminated>
    static constexpr auto describe() {
        return schema::object(
            "ContainerStateTerminated is a terminated state of a container.",
            schema::field(&Self::exit_code, "exitCode",
                          "Exit status from the last termination of the container"),
            schema::field(&Self::signal, "signal", "Signal from the last termination of the container",
                          schema::omitzero),
            schema::field(&Self::reason, "reason",
                          "(brief) reason from the last termination of the container"),
            schema::field(&Self::message, "message",
                          "Message regarding the last termination of the container", schema::unique),
            schema::field(&Self::started_at, "startedAt",
                          "Time at which previous execution of the container started"),
            schema::field(&Self::finished_at, "finishedAt", "Time at which the container last terminated"),
            schema::field(&Self::container_id, "containerID",
                          "Container's ID in the format '<type>://<container_id>'", schema::unique));
    }
};

struct container_state {
    boxed<container_state_waiting> waiting{};
    boxed<container_state_running> running{};
    boxed<container_state_terminated> terminated{};

    template <class Self = container_state>
    static constexpr auto describe() {
        return schema::object(
            "ContainerState holds a possible state of container.",
            schema::field(&Self::waiting, "waiting", "Details about a waiting container"),
            schema::field(&Self::running, "running", "Details about a running container"),
            schema::field(&Self::terminated, "terminated", "Details about a terminated container"));
    }
};

struct image_volume_status {
    interned_string image_ref{};

    template <class Self = image_volume_status>
    static constexpr auto describe() {
        return schema::object(
            "ImageVolumeStatus represents the image-based volume status.",
            schema::field(&Self::image_ref, "imageRef",
                          "ImageRef is the digest of the image used for this volume."));
    }
};

struct volume_status {
    boxed<image_volume_status> image{};

    template <class Self = volume_status>
    static constexpr auto describe() {
        return schema::object(
            "VolumeStatus represents the status of a mounted volume.",
            schema::field(&Self::image, "image",
                          "image represents an OCI object (a container image or artifact) pulled and "
                          "mounted on the kubelet's host machine."));
    }
};

struct volume_mount_status {
    interned_string name{};
    interned_string mount_path{};
    std::optional<bool> read_only{};
    interned_string recursive_read_only{};
    boxed<core_v1::volume_status> volume_status{};

    template <class Self = volume_mount_status>
    static constexpr auto describe() {
        return schema::object(
            "VolumeMountStatus shows status of volume mounts.",
            schema::field(&Self::name, "name", "Name corresponds to the name of the original VolumeMount."),
            schema::field(&Self::mount_path, "mountPath",
                          "MountPath corresponds to the original VolumeMount."),
            schema::field(&Self::read_only, "readOnly", "ReadOnly corresponds to the original VolumeMount.",
                          schema::omitzero),
            schema::field(&Self::recursive_read_only, "recursiveReadOnly",
                          "RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for "
                          "non-readonly mounts)."),
            schema::field(&Self::volume_status, "volumeStatus",
                          "volumeStatus represents volume-type-specific status about the mounted volume."));
    }
};

struct linux_container_user {
    std::optional<std::int64_t> uid{};
    std::optional<std::int64_t> gid{};
    std::vector<std::int64_t> supplemental_groups{};

    template <class Self = linux_container_user>
    static constexpr auto describe() {
        return schema::object(
            "LinuxContainerUser represents user identity information in Linux containers",
            schema::field(&Self::uid, "uid",
                          "UID is the primary uid initially attached to the first process in the container"),
            schema::field(&Self::gid, "gid",
                          "GID is the primary gid initially attached to the first process in the container"),
            schema::field(&Self::supplemental_groups, "supplementalGroups",
                          "SupplementalGroups are the supplemental groups initially attached to the first "
                          "process in the container"));
    }
};

struct container_user {
    boxed<linux_container_user> linux_{};

    template <class Self = container_user>
    static constexpr auto describe() {
        return schema::object(
            "ContainerUser represents user identity information",
            schema::field(&Self::linux_, "linux",
                          "Linux holds user identity information initially attached to the first process "
                          "of the containers in Linux."));
    }
};

struct resource_health {
    interned_string resource_id{};
    interned_string health{};
    std::optional<interned_string> message{};

    template <class Self = resource_health>
    static constexpr auto describe() {
        return schema::object(
            "ResourceHealth represents the health of a resource.",
            schema::field(&Self::resource_id, "resourceID",
                          "ResourceID is the unique identifier of the resource."),
            schema::field(&Self::health, "health",
                          "Health of the resource. can be one of: - Healthy: operates as normal - "
                          "Unhealthy: reported unhealthy."),
            schema::field(&Self::message, "message",
                          "Message provides human-readable context for Health (e.g. \"ECC error count "
                          "exceeded threshold\").", schema::unique));
    }
};

struct resource_status {
    interned_string name{};
    std::vector<resource_health> resources{};

    template <class Self = resource_status>
    static constexpr auto describe() {
        return schema::object(
            "ResourceStatus represents the status of a single resource allocated to a Pod.",
            schema::field(&Self::name, "name", "Name of the resource."),
            schema::field(&Self::resources, "resources", "List of unique resources health.",
                          schema::list_map("resourceID")));
    }
};

struct container_status {
    interned_string name{};
    container_state state{};
    container_state last_state{};
    std::optional<bool> ready{};
    std::optional<std::int32_t> restart_count{};
    interned_string image{};
    interned_string image_id{};
    interned_string container_id{};
    std::optional<bool> started{};
    quantity_map allocated_resources{};
    boxed<resource_requirements> resources{};
    std::vector<volume_mount_status> volume_mounts{};
    boxed<container_user> user{};
    std::vector<resource_status> allocated_resources_status{};
    interned_string stop_signal{};

    template <class Self = container_status>
    static constexpr auto describe() {
        return schema::object(
            "ContainerStatus contains details for the current status of this container.",
            schema::field(&Self::name, "name",
                          "Name is a DNS_LABEL representing the unique name of the container."),
            schema::field(&Self::state, "state",
                          "State holds details about the container's current condition."),
            schema::field(&Self::last_state, "lastState",
                          "LastTerminationState holds the last termination state of the container to help "
                          "debug container crashes and restarts."),
            schema::field(&Self::ready, "ready",
                          "Ready specifies whether the container is currently passing its readiness check."),
            schema::field(&Self::restart_count, "restartCount",
                          "RestartCount holds the number of times the container has been restarted."),
            schema::field(&Self::image, "image",
                          "Image is the name of container image that the container is running."),
            schema::field(&Self::image_id, "imageID", "ImageID is the image ID of the container's image."),
            schema::field(&Self::container_id, "containerID",
                          "ContainerID is the ID of the container in the format '<type>://<container_id>'.",
                          schema::unique),
            schema::field(&Self::started, "started",
                          "Started indicates whether the container has finished its postStart lifecycle "
                          "hook and passed its startup probe."),
            schema::field(&Self::allocated_resources, "allocatedResources",
                          "AllocatedResources represents the compute resources allocated for this "
                          "container by the node."),
            schema::field(&Self::resources, "resources",
                          "Resources represents the compute resource requests and limits that have been "
                          "successfully enacted on the running container after it has been started or has "
                          "been ..."),
            schema::field(&Self::volume_mounts, "volumeMounts", "Status of volume mounts.",
                          schema::list_map("mountPath")),
            schema::field(&Self::user, "user",
                          "User represents user identity information initially attached to the first "
                          "process of the container"),
            schema::field(&Self::allocated_resources_status, "allocatedResourcesStatus",
                          "AllocatedResourcesStatus represents the status of various resources allocated "
                          "for this Pod.", schema::list_map("name")),
            schema::field(&Self::stop_signal, "stopSignal",
                          "StopSignal reports the effective stop signal for this container"));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::container_status);
