#pragma once
// Nodes (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint::inline v0 {

struct taint {
    interned_string key{}, value{}, effect{};
    timestamp time_added{};

    template <class Self = taint>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::key, "key", ""), field(&Self::value, "value", ""),
                      field(&Self::effect, "effect", "NoSchedule, PreferNoSchedule or NoExecute."),
                      field(&Self::time_added, "timeAdded", ""));
    }
};

struct node_spec {
    interned_string pod_cidr{}, provider_id{};
    std::optional<bool> unschedulable{};
    std::vector<taint> taints{};
    std::vector<interned_string> pod_cidrs{};

    template <class Self = node_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::pod_cidr, "podCIDR", "", unique),
                      field(&Self::provider_id, "providerID", "", unique),
                      field(&Self::unschedulable, "unschedulable", "", omitzero),
                      field(&Self::taints, "taints", ""),
                      field(&Self::pod_cidrs, "podCIDRs",
                            "The IP ranges assigned to the node for usage by Pods on that node.", list_set));
    }
};

struct node_address {
    interned_string type{}, address{};

    template <class Self = node_address>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::type, "type", "Hostname, InternalIP, ExternalIP, ..."),
                      field(&Self::address, "address", "", unique));
    }
};

struct daemon_endpoint {
    std::optional<std::int32_t> port{};

    template <class Self = daemon_endpoint>
    static constexpr auto describe() {
        using namespace schema;
        return object("Information about a single Daemon endpoint.",
                      field(&Self::port, "Port", "Port number of the given endpoint.", required));
    }
};

struct node_daemon_endpoints {
    daemon_endpoint kubelet_endpoint{};

    template <class Self = node_daemon_endpoints>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "NodeDaemonEndpoints lists ports opened by daemons running on the Node.",
            field(&Self::kubelet_endpoint, "kubeletEndpoint", "Endpoint on which Kubelet is listening."));
    }
};

struct node_swap_status {
    std::optional<std::int64_t> capacity{};

    template <class Self = node_swap_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("Swap memory information.",
                      field(&Self::capacity, "capacity", "Total amount of swap memory in bytes."));
    }
};

struct node_system_info {
    interned_string machine_id{}, system_uuid{}, boot_id{}, kernel_version{}, os_image{};
    interned_string container_runtime_version{}, kubelet_version{}, kube_proxy_version{}, operating_system{},
        architecture{};
    boxed<node_swap_status> swap{};

    template <class Self = node_system_info>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A set of ids/uuids to uniquely identify the node.",
            field(&Self::machine_id, "machineID", "MachineID reported by the node."),
            field(&Self::system_uuid, "systemUUID", "SystemUUID reported by the node."),
            field(&Self::boot_id, "bootID", "Boot ID reported by the node."),
            field(&Self::kernel_version, "kernelVersion", ""), field(&Self::os_image, "osImage", ""),
            field(&Self::container_runtime_version, "containerRuntimeVersion", ""),
            field(&Self::kubelet_version, "kubeletVersion", "Kubelet Version reported by the node."),
            field(&Self::kube_proxy_version, "kubeProxyVersion",
                  "Deprecated: KubeProxy Version reported by the node."),
            field(&Self::operating_system, "operatingSystem", "The Operating System reported by the node."),
            field(&Self::architecture, "architecture", "The Architecture reported by the node."),
            field(&Self::swap, "swap", "Swap Info reported by the node."));
    }
};

struct container_image {
    std::vector<interned_string> names{};
    std::optional<std::int64_t> size_bytes{};

    template <class Self = container_image>
    static constexpr auto describe() {
        using namespace schema;
        return object("Describe a container image.",
                      field(&Self::names, "names", "Names by which this image is known.", exclusive),
                      field(&Self::size_bytes, "sizeBytes", "The size of the image in bytes.", omitzero));
    }
};

struct attached_volume {
    interned_string name{}, device_path{};

    template <class Self = attached_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("A volume attached to a node.",
                      field(&Self::name, "name", "Name of the attached volume.", required),
                      field(&Self::device_path, "devicePath",
                            "The device path where the volume should be available.", required));
    }
};

struct node_runtime_handler_features {
    std::optional<bool> recursive_read_only_mounts{}, user_namespaces{};

    template <class Self = node_runtime_handler_features>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A set of features implemented by the runtime handler.",
            field(&Self::recursive_read_only_mounts, "recursiveReadOnlyMounts",
                  "Set to true if the runtime handler supports RecursiveReadOnlyMounts."),
            field(&Self::user_namespaces, "userNamespaces",
                  "Set to true if the runtime handler supports UserNamespaces, including for volumes."));
    }
};

struct node_runtime_handler {
    interned_string name{};
    boxed<node_runtime_handler_features> features{};

    template <class Self = node_runtime_handler>
    static constexpr auto describe() {
        using namespace schema;
        return object("A set of runtime handler information.",
                      field(&Self::name, "name", "Runtime handler name."),
                      field(&Self::features, "features", "Supported features."));
    }
};

struct node_features {
    std::optional<bool> supplemental_groups_policy{};

    template <class Self = node_features>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The set of features implemented by the CRI implementation.",
            field(&Self::supplemental_groups_policy, "supplementalGroupsPolicy",
                  "Set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser."));
    }
};

struct node_status {
    quantity_map capacity{}, allocatable{};
    std::vector<condition> conditions{};
    std::vector<node_address> addresses{};
    interned_string phase{};
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
        using namespace schema;
        return object(
            "", field(&Self::capacity, "capacity", ""), field(&Self::allocatable, "allocatable", ""),
            field(&Self::conditions, "conditions", "", list_map("type")),
            field(&Self::addresses, "addresses", "", list_map("type")),
            field(&Self::phase, "phase", "NodePhase is the recently observed lifecycle phase of the node."),
            field(&Self::daemon_endpoints, "daemonEndpoints", "Endpoints of daemons running on the Node."),
            field(&Self::node_info, "nodeInfo", "Set of ids/uuids to uniquely identify the node."),
            field(&Self::images, "images", "List of container images on this node.", exclusive),
            field(&Self::volumes_in_use, "volumesInUse",
                  "List of attachable volumes in use (mounted) by the node.", exclusive),
            field(&Self::volumes_attached, "volumesAttached",
                  "List of volumes that are attached to the node.", exclusive),
            field(&Self::runtime_handlers, "runtimeHandlers", "The available runtime handlers.", exclusive),
            field(&Self::features, "features", "The set of features implemented by the CRI implementation."),
            field(&Self::declared_features, "declaredFeatures",
                  "The features related to feature gates that are declared by the node.", exclusive));
    }
};

struct node {
    object_meta metadata{};
    node_spec spec{};
    node_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Node", "nodes").cluster_scoped(); }
    template <class Self = node>
    static constexpr auto describe() {
        using namespace schema;
        return object("A machine that runs pods.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::node);
