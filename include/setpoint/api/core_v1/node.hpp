#pragma once
// Nodes (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint {

struct taint {
    interned_string key{}, value{}, effect{};
    timestamp time_added{};

    static constexpr auto describe() {
        using namespace schema;
        using self = taint;
        return object("", field(&self::key, "key", ""), field(&self::value, "value", ""),
                      field(&self::effect, "effect", "NoSchedule, PreferNoSchedule or NoExecute."),
                      field(&self::time_added, "timeAdded", ""));
    }
};

struct node_spec {
    interned_string pod_cidr{}, provider_id{};
    std::optional<bool> unschedulable{};
    std::vector<taint> taints{};
    std::vector<interned_string> pod_cidrs{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_spec;
        return object("", field(&self::pod_cidr, "podCIDR", "", unique),
                      field(&self::provider_id, "providerID", "", unique),
                      field(&self::unschedulable, "unschedulable", "", omitzero),
                      field(&self::taints, "taints", ""),
                      field(&self::pod_cidrs, "podCIDRs",
                            "The IP ranges assigned to the node for usage by Pods on that node.", list_set));
    }
};

struct node_address {
    interned_string type{}, address{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_address;
        return object("", field(&self::type, "type", "Hostname, InternalIP, ExternalIP, ..."),
                      field(&self::address, "address", "", unique));
    }
};

struct daemon_endpoint {
    std::optional<std::int32_t> port{};

    static constexpr auto describe() {
        using namespace schema;
        using self = daemon_endpoint;
        return object("Information about a single Daemon endpoint.",
                      field(&self::port, "Port", "Port number of the given endpoint.", required));
    }
};

struct node_daemon_endpoints {
    daemon_endpoint kubelet_endpoint{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_daemon_endpoints;
        return object(
            "NodeDaemonEndpoints lists ports opened by daemons running on the Node.",
            field(&self::kubelet_endpoint, "kubeletEndpoint", "Endpoint on which Kubelet is listening."));
    }
};

struct node_swap_status {
    std::optional<std::int64_t> capacity{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_swap_status;
        return object("Swap memory information.",
                      field(&self::capacity, "capacity", "Total amount of swap memory in bytes."));
    }
};

struct node_system_info {
    interned_string machine_id{}, system_uuid{}, boot_id{}, kernel_version{}, os_image{};
    interned_string container_runtime_version{}, kubelet_version{}, kube_proxy_version{}, operating_system{},
        architecture{};
    boxed<node_swap_status> swap{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_system_info;
        return object(
            "A set of ids/uuids to uniquely identify the node.",
            field(&self::machine_id, "machineID", "MachineID reported by the node."),
            field(&self::system_uuid, "systemUUID", "SystemUUID reported by the node."),
            field(&self::boot_id, "bootID", "Boot ID reported by the node."),
            field(&self::kernel_version, "kernelVersion", ""), field(&self::os_image, "osImage", ""),
            field(&self::container_runtime_version, "containerRuntimeVersion", ""),
            field(&self::kubelet_version, "kubeletVersion", "Kubelet Version reported by the node."),
            field(&self::kube_proxy_version, "kubeProxyVersion",
                  "Deprecated: KubeProxy Version reported by the node."),
            field(&self::operating_system, "operatingSystem", "The Operating System reported by the node."),
            field(&self::architecture, "architecture", "The Architecture reported by the node."),
            field(&self::swap, "swap", "Swap Info reported by the node."));
    }
};

struct container_image {
    std::vector<interned_string> names{};
    std::optional<std::int64_t> size_bytes{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_image;
        return object("Describe a container image.",
                      field(&self::names, "names", "Names by which this image is known.", exclusive),
                      field(&self::size_bytes, "sizeBytes", "The size of the image in bytes.", omitzero));
    }
};

struct attached_volume {
    interned_string name{}, device_path{};

    static constexpr auto describe() {
        using namespace schema;
        using self = attached_volume;
        return object("A volume attached to a node.",
                      field(&self::name, "name", "Name of the attached volume.", required),
                      field(&self::device_path, "devicePath",
                            "The device path where the volume should be available.", required));
    }
};

struct node_runtime_handler_features {
    std::optional<bool> recursive_read_only_mounts{}, user_namespaces{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_runtime_handler_features;
        return object(
            "A set of features implemented by the runtime handler.",
            field(&self::recursive_read_only_mounts, "recursiveReadOnlyMounts",
                  "Set to true if the runtime handler supports RecursiveReadOnlyMounts."),
            field(&self::user_namespaces, "userNamespaces",
                  "Set to true if the runtime handler supports UserNamespaces, including for volumes."));
    }
};

struct node_runtime_handler {
    interned_string name{};
    boxed<node_runtime_handler_features> features{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_runtime_handler;
        return object("A set of runtime handler information.",
                      field(&self::name, "name", "Runtime handler name."),
                      field(&self::features, "features", "Supported features."));
    }
};

struct node_features {
    std::optional<bool> supplemental_groups_policy{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_features;
        return object(
            "The set of features implemented by the CRI implementation.",
            field(&self::supplemental_groups_policy, "supplementalGroupsPolicy",
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

    static constexpr auto describe() {
        using namespace schema;
        using self = node_status;
        return object(
            "", field(&self::capacity, "capacity", ""), field(&self::allocatable, "allocatable", ""),
            field(&self::conditions, "conditions", "", list_map("type")),
            field(&self::addresses, "addresses", "", list_map("type")),
            field(&self::phase, "phase", "NodePhase is the recently observed lifecycle phase of the node."),
            field(&self::daemon_endpoints, "daemonEndpoints", "Endpoints of daemons running on the Node."),
            field(&self::node_info, "nodeInfo", "Set of ids/uuids to uniquely identify the node."),
            field(&self::images, "images", "List of container images on this node.", exclusive),
            field(&self::volumes_in_use, "volumesInUse",
                  "List of attachable volumes in use (mounted) by the node.", exclusive),
            field(&self::volumes_attached, "volumesAttached",
                  "List of volumes that are attached to the node.", exclusive),
            field(&self::runtime_handlers, "runtimeHandlers", "The available runtime handlers.", exclusive),
            field(&self::features, "features", "The set of features implemented by the CRI implementation."),
            field(&self::declared_features, "declaredFeatures",
                  "The features related to feature gates that are declared by the node.", exclusive));
    }
};

struct node {
    object_meta metadata{};
    node_spec spec{};
    node_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Node", "nodes").cluster_scoped(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = node;
        return object("A machine that runs pods.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::node);
