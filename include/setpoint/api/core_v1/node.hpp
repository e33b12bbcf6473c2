#pragma once
// clang-format off
// Node (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
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

struct taint {
    interned_string key{};
    interned_string value{};
    interned_string effect{};
    timestamp time_added{};

    template <class Self = taint>
    static constexpr auto describe() {
        return schema::object(
            "The node this Taint is attached to has the \"effect\" on any pod that does not tolerate the "
            "Taint.",
            schema::field(&Self::key, "key", "Required.", schema::required),
            schema::field(&Self::value, "value", "The taint value corresponding to the taint key."),
            schema::field(&Self::effect, "effect", "Required.", schema::required),
            schema::field(&Self::time_added, "timeAdded",
                          "TimeAdded represents the time at which the taint was added."));
    }
};

struct node_pod_preemption_policy {
    std::vector<interned_string> disable_resize_preemption{};

    template <class Self = node_pod_preemption_policy>
    static constexpr auto describe() {
        return schema::object(
            "NodePodPreemptionPolicy defines the node-level policies governing preemption for pods on "
            "this node.",
            schema::field(&Self::disable_resize_preemption, "disableResizePreemption",
                          "DisableResizePreemption lists the owners (e.g., autoscalers, operators, "
                          "administrators) that have requested to disable scheduler and Kubelet "
                          "preemption for ...", schema::list_set));
    }
};

struct node_spec {
    interned_string pod_cidr{};
    std::vector<interned_string> pod_cidrs{};
    interned_string provider_id{};
    std::optional<bool> unschedulable{};
    std::vector<taint> taints{};
    boxed<node_pod_preemption_policy> pod_preemption_policy{};

    template <class Self = node_spec>
    static constexpr auto describe() {
        return schema::object(
            "NodeSpec describes the attributes that a node is created with.",
            schema::field(&Self::pod_cidr, "podCIDR",
                          "PodCIDR represents the pod IP range assigned to the node.", schema::unique),
            schema::field(&Self::pod_cidrs, "podCIDRs",
                          "podCIDRs represents the IP ranges assigned to the node for usage by Pods on "
                          "that node.", schema::list_set),
            schema::field(&Self::provider_id, "providerID",
                          "ID of the node assigned by the cloud provider in the format: "
                          "<ProviderName>://<ProviderSpecificNodeID>", schema::unique),
            schema::field(&Self::unschedulable, "unschedulable",
                          "Unschedulable controls node schedulability of new pods.", schema::omitzero),
            schema::field(&Self::taints, "taints", "If specified, the node's taints."),
            schema::field(&Self::pod_preemption_policy, "podPreemptionPolicy",
                          "PodPreemptionPolicy controls the node-level preemption behaviors for pods on "
                          "this node."));
    }
};

struct node_address {
    interned_string type{};
    interned_string address{};

    template <class Self = node_address>
    static constexpr auto describe() {
        return schema::object(
            "NodeAddress contains information for the node's address.",
            schema::field(&Self::type, "type",
                          "Node address type, one of Hostname, ExternalIP or InternalIP."),
            schema::field(&Self::address, "address", "The node address.", schema::unique));
    }
};

struct daemon_endpoint {
    std::optional<std::int32_t> port{};

    template <class Self = daemon_endpoint>
    static constexpr auto describe() {
        return schema::object(
            "DaemonEndpoint contains information about a single Daemon endpoint.",
            schema::field(&Self::port, "Port", "Port number of the given endpoint."));
    }
};

struct node_daemon_endpoints {
    daemon_endpoint kubelet_endpoint{};

    template <class Self = node_daemon_endpoints>
    static constexpr auto describe() {
        return schema::object(
            "NodeDaemonEndpoints lists ports opened by daemons running on the Node.",
            schema::field(&Self::kubelet_endpoint, "kubeletEndpoint",
                          "Endpoint on which Kubelet is listening."));
    }
};

struct node_swap_status {
    std::optional<std::int64_t> capacity{};

    template <class Self = node_swap_status>
    static constexpr auto describe() {
        return schema::object(
            "NodeSwapStatus represents swap memory information.",
            schema::field(&Self::capacity, "capacity", "Total amount of swap memory in bytes."));
    }
};

struct node_system_info {
    interned_string machine_id{};
    interned_string system_uuid{};
    interned_string boot_id{};
    interned_string kernel_version{};
    interned_string os_image{};
    interned_string container_runtime_version{};
    interned_string kubelet_version{};
    interned_string kube_proxy_version{};
    interned_string operating_system{};
    interned_string architecture{};
    boxed<node_swap_status> swap{};
    std::optional<bool> running_in_user_namespace{};

    template <class Self = node_system_info>
    static constexpr auto describe() {
        return schema::object(
            "NodeSystemInfo is a set of ids/uuids to uniquely identify the node.",
            schema::field(&Self::machine_id, "machineID", "MachineID reported by the node."),
            schema::field(&Self::system_uuid, "systemUUID", "SystemUUID reported by the node."),
            schema::field(&Self::boot_id, "bootID", "Boot ID reported by the node."),
            schema::field(&Self::kernel_version, "kernelVersion",
                          "Kernel Version reported by the node from 'uname -r' (e.g. "
                          "3.16.0-0.bpo.4-amd64)."),
            schema::field(&Self::os_image, "osImage",
                          "OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 "
                          "(wheezy))."),
            schema::field(&Self::container_runtime_version, "containerRuntimeVersion",
                          "ContainerRuntime Version reported by the node through runtime remote API (e.g. "
                          "containerd://1.4.2)."),
            schema::field(&Self::kubelet_version, "kubeletVersion", "Kubelet Version reported by the node."),
            schema::field(&Self::kube_proxy_version, "kubeProxyVersion",
                          "Deprecated: KubeProxy Version reported by the node."),
            schema::field(&Self::operating_system, "operatingSystem",
                          "The Operating System reported by the node"),
            schema::field(&Self::architecture, "architecture", "The Architecture reported by the node"),
            schema::field(&Self::swap, "swap", "Swap Info reported by the node."),
            schema::field(&Self::running_in_user_namespace, "runningInUserNamespace",
                          "Whether the node is running in a user namespace."));
    }
};

struct container_image {
    std::vector<interned_string> names{};
    std::optional<std::int64_t> size_bytes{};

    template <class Self = container_image>
    static constexpr auto describe() {
        return schema::object(
            "Describe a container image",
            schema::field(&Self::names, "names", "Names by which this image is known. e.g. "
                          "[\"kubernetes.example/hyperkube:v1.0.7\", "
                          "\"cloud-vendor.registry.example/cloud-vendor/hyperkube:v1.0.7\"]"),
            schema::field(&Self::size_bytes, "sizeBytes", "The size of the image in bytes.",
                          schema::omitzero));
    }
};

struct attached_volume {
    interned_string name{};
    interned_string device_path{};

    template <class Self = attached_volume>
    static constexpr auto describe() {
        return schema::object(
            "AttachedVolume describes a volume attached to a node",
            schema::field(&Self::name, "name", "Name of the attached volume"),
            schema::field(&Self::device_path, "devicePath",
                          "DevicePath represents the device path where the volume should be available"));
    }
};

struct node_runtime_handler_features {
    std::optional<bool> recursive_read_only_mounts{};
    std::optional<bool> user_namespaces{};

    template <class Self = node_runtime_handler_features>
    static constexpr auto describe() {
        return schema::object(
            "NodeRuntimeHandlerFeatures is a set of features implemented by the runtime handler.",
            schema::field(&Self::recursive_read_only_mounts, "recursiveReadOnlyMounts",
                          "RecursiveReadOnlyMounts is set to true if the runtime handler supports "
                          "RecursiveReadOnlyMounts."),
            schema::field(&Self::user_namespaces, "userNamespaces",
                          "UserNamespaces is set to true if the runtime handler supports UserNamespaces, "
                          "including for volumes."));
    }
};

struct node_runtime_handler {
    interned_string name{};
    boxed<node_runtime_handler_features> features{};

    template <class Self = node_runtime_handler>
    static constexpr auto describe() {
        return schema::object(
            "NodeRuntimeHandler is a set of runtime handler information.",
            schema::field(&Self::name, "name", "Runtime handler name."),
            schema::field(&Self::features, "features", "Supported features."));
    }
};

struct node_features {
    std::optional<bool> supplemental_groups_policy{};

    template <class Self = node_features>
    static constexpr auto describe() {
        return schema::object(
            "NodeFeatures describes the set of features implemented by the CRI implementation.",
            schema::field(&Self::supplemental_groups_policy, "supplementalGroupsPolicy",
                          "SupplementalGroupsPolicy is set to true if the runtime supports "
                          "SupplementalGroupsPolicy and ContainerUser."));
    }
};

struct node_status {
    quantity_map capacity{};
    quantity_map allocatable{};
    interned_string phase{};
    std::vector<condition> conditions{};
    std::vector<node_address> addresses{};
    node_daemon_endpoints daemon_endpoints{};
    node_system_info node_info{};
    std::vector<container_image> images{};
    std::vector<interned_string> volumes_in_use{};
    std::vector<attached_volume> volumes_attached{};
    std::vector<node_runtime_handler> runtime_handlers{};
    boxed<node_features> features{};
    std::vector<interned_string> declared_features{};

    template <class Self = node_status>
    static constexpr auto describe() {
        return schema::object(
            "NodeStatus is information about the current status of a node.",
            schema::field(&Self::capacity, "capacity", "Capacity represents the total resources of a node."),
            schema::field(&Self::allocatable, "allocatable",
                          "Allocatable represents the resources of a node that are available for "
                          "scheduling."),
            schema::field(&Self::phase, "phase",
                          "NodePhase is the recently observed lifecycle phase of the node."),
            schema::field(&Self::conditions, "conditions",
                          "Conditions is an array of current observed node conditions.",
                          schema::list_map("type")),
            schema::field(&Self::addresses, "addresses", "List of addresses reachable to the node.",
                          schema::list_map("type")),
            schema::field(&Self::daemon_endpoints, "daemonEndpoints",
                          "Endpoints of daemons running on the Node."),
            schema::field(&Self::node_info, "nodeInfo", "Set of ids/uuids to uniquely identify the node."),
            schema::field(&Self::images, "images", "List of container images on this node"),
            schema::field(&Self::volumes_in_use, "volumesInUse",
                          "List of attachable volumes in use (mounted) by the node."),
            schema::field(&Self::volumes_attached, "volumesAttached",
                          "List of volumes that are attached to the node."),
            schema::field(&Self::runtime_handlers, "runtimeHandlers", "The available runtime handlers."),
            schema::field(&Self::features, "features",
                          "Features describes the set of features implemented by the CRI implementation."),
            schema::field(&Self::declared_features, "declaredFeatures",
                          "DeclaredFeatures represents the features related to feature gates that are "
                          "declared by the node."));
    }
};

struct node {
    object_meta metadata{};
    node_spec spec{};
    node_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Node", "nodes").cluster_scoped(); }
    template <class Self = node>
    static constexpr auto describe() {
        return schema::object(
            "Node is a worker node in Kubernetes.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Spec defines the behavior of a node."),
            schema::field(&Self::status, "status", "Most recently observed status of the node."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::node);
