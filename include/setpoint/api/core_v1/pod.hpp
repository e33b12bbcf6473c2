#pragma once
// clang-format off
// Pod (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/container_status.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/core_v1/resource_requirements.hpp"
#include "setpoint/api/core_v1/volume_health_condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct host_ip {
    interned_string ip{};

    template <class Self = host_ip>
    static constexpr auto describe() {
        return schema::object(
            "HostIP represents a single IP address allocated to the host.",
            schema::field(&Self::ip, "ip", "IP is the IP address assigned to the host"));
    }
};

struct pod_ip {
    interned_string ip{};

    template <class Self = pod_ip>
    static constexpr auto describe() {
        return schema::object(
            "PodIP represents a single IP address allocated to the pod.",
            schema::field(&Self::ip, "ip", "IP is the IP address assigned to the pod"));
    }
};

struct pod_resource_claim_status {
    interned_string name{};
    std::optional<interned_string> resource_claim_name{};

    template <class Self = pod_resource_claim_status>
    static constexpr auto describe() {
        return schema::object(
            "PodResourceClaimStatus is stored in the PodStatus for each PodResourceClaim which references "
            "a ResourceClaimTemplate.",
            schema::field(&Self::name, "name",
                          "Name uniquely identifies this resource claim inside the pod."),
            schema::field(&Self::resource_claim_name, "resourceClaimName",
                          "ResourceClaimName is the name of the ResourceClaim that was generated for the "
                          "Pod in the namespace of the Pod."));
    }
};

struct container_extended_resource_request {
    interned_string container_name{};
    interned_string resource_name{};
    interned_string request_name{};

    template <class Self = container_extended_resource_request>
    static constexpr auto describe() {
        return schema::object(
            "ContainerExtendedResourceRequest has the mapping of container name, extended resource name "
            "to the device request name.",
            schema::field(&Self::container_name, "containerName",
                          "The name of the container requesting resources."),
            schema::field(&Self::resource_name, "resourceName",
                          "The name of the extended resource in that container which gets backed by DRA."),
            schema::field(&Self::request_name, "requestName",
                          "The name of the request in the special ResourceClaim which corresponds to the "
                          "extended resource."));
    }
};

struct pod_extended_resource_claim_status {
    std::vector<container_extended_resource_request> request_mappings{};
    interned_string resource_claim_name{};

    template <class Self = pod_extended_resource_claim_status>
    static constexpr auto describe() {
        return schema::object(
            "PodExtendedResourceClaimStatus is stored in the PodStatus for the extended resource requests "
            "backed by DRA.",
            schema::field(&Self::request_mappings, "requestMappings",
                          "RequestMappings identifies the mapping of <container, extended resource backed "
                          "by DRA> to device request in the generated ResourceClaim."),
            schema::field(&Self::resource_claim_name, "resourceClaimName",
                          "ResourceClaimName is the name of the ResourceClaim that was generated for the "
                          "Pod in the namespace of the Pod."));
    }
};

struct node_allocatable_mapped_resources {
    interned_string name{};
    setpoint::quantity quantity{};

    template <class Self = node_allocatable_mapped_resources>
    static constexpr auto describe() {
        return schema::object(
            "NodeAllocatableMappedResources describes mapped node allocatable resource allocations.",
            schema::field(&Self::name, "name", "Name is the name of the resource (e.g., cpu, memory)."),
            schema::field(&Self::quantity, "quantity",
                          "Quantity is the total node allocatable resource capacity allocated for the "
                          "claim."));
    }
};

struct node_allocatable_overhead_resources {
    interned_string name{};
    quantity per_pod{};
    quantity per_container{};

    template <class Self = node_allocatable_overhead_resources>
    static constexpr auto describe() {
        return schema::object(
            "NodeAllocatableOverheadResources describes auxiliary overhead resource allocations.",
            schema::field(&Self::name, "name", "Name is the name of the resource (e.g., cpu, memory)."),
            schema::field(&Self::per_pod, "perPod",
                          "PerPod is the flat overhead quantity allocated per pod."),
            schema::field(&Self::per_container, "perContainer",
                          "PerContainer is the variable overhead quantity applied for each container "
                          "referencing the claim."));
    }
};

struct node_allocatable_resource_claim_status {
    interned_string resource_claim_name{};
    std::vector<interned_string> containers{};
    std::vector<node_allocatable_mapped_resources> mapping{};
    std::vector<node_allocatable_overhead_resources> overhead{};

    template <class Self = node_allocatable_resource_claim_status>
    static constexpr auto describe() {
        return schema::object(
            "NodeAllocatableResourceClaimStatus describes the status of node allocatable resources "
            "allocated via DRA.",
            schema::field(&Self::resource_claim_name, "resourceClaimName",
                          "ResourceClaimName is the resource claim referenced by the pod that resulted in "
                          "this node allocatable resource allocation."),
            schema::field(&Self::containers, "containers",
                          "Containers lists the names of all containers in this pod that reference the "
                          "claim.", schema::list_set),
            schema::field(&Self::mapping, "mapping",
                          "Mapping contains allocations through devices mapped in the device spec's "
                          "`nodeAllocatableResources[...].mapping` field.", schema::list_map("name")),
            schema::field(&Self::overhead, "overhead",
                          "Overhead contains allocations through devices mapped in the device spec's "
                          "`nodeAllocatableResources[...].overhead` field.", schema::list_map("name")));
    }
};

struct pod_volume_health {
    interned_string name{};
    std::vector<volume_health_condition> health_conditions{};
    timestamp last_transition_time{};

    template <class Self = pod_volume_health>
    static constexpr auto describe() {
        return schema::object(
            "PodVolumeHealth contains health information for a volume used by a pod, reported by the CSI "
            "node plugin via the kubelet.",
            schema::field(&Self::name, "name", "name matches an entry in pod.spec.volumes."),
            schema::field(&Self::health_conditions, "healthConditions",
                          "conditions is the set of adverse conditions reported by the CSI node plugin "
                          "for this volume on this node.", schema::list_map("status", "reason")),
            schema::field(&Self::last_transition_time, "lastTransitionTime",
                          "lastTransitionTime is when the current set of conditions first appeared."));
    }
};

struct pod_status {
    generation_number observed_generation{};
    interned_string phase{};
    std::vector<condition> conditions{};
    interned_string message{};
    interned_string reason{};
    interned_string nominated_node_name{};
    interned_string host_ip{};
    std::vector<core_v1::host_ip> host_ips{};
    interned_string pod_ip{};
    std::vector<core_v1::pod_ip> pod_ips{};
    timestamp start_time{};
    std::vector<container_status> init_container_statuses{};
    std::vector<container_status> container_statuses{};
    interned_string qos_class{};
    std::vector<container_status> ephemeral_container_statuses{};
    interned_string resize{};
    std::vector<pod_resource_claim_status> resource_claim_statuses{};
    boxed<pod_extended_resource_claim_status> extended_resource_claim_status{};
    quantity_map allocated_resources{};
    boxed<resource_requirements> resources{};
    std::vector<node_allocatable_resource_claim_status> node_allocatable_resource_claim_statuses{};
    std::vector<pod_volume_health> volume_health{};

    template <class Self = pod_status>
    static constexpr auto describe() {
        return schema::object(
            "PodStatus represents information about the status of a pod.",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "If set, this represents the .metadata.generation that the pod status was set "
                          "based upon."),
            schema::field(&Self::phase, "phase",
                          "The phase of a Pod is a simple, high-level summary of where the Pod is in its "
                          "lifecycle."),
            schema::field(&Self::conditions, "conditions", "Current service state of pod.",
                          schema::list_map("type")),
            schema::field(&Self::message, "message",
                          "A human readable message indicating details about why the pod is in this "
                          "condition.", schema::unique),
            schema::field(&Self::reason, "reason",
                          "A brief CamelCase message indicating details about why the pod is in this "
                          "state. e.g. 'Evicted'"),
            schema::field(&Self::nominated_node_name, "nominatedNodeName",
                          "nominatedNodeName is set only when this pod preempts other pods on the node, "
                          "but it cannot be scheduled right away as preemption victims receive their "
                          "graceful ..."),
            schema::field(&Self::host_ip, "hostIP",
                          "hostIP holds the IP address of the host to which the pod is assigned."),
            schema::field(&Self::host_ips, "hostIPs",
                          "hostIPs holds the IP addresses allocated to the host."),
            schema::field(&Self::pod_ip, "podIP", "podIP address allocated to the pod.", schema::unique),
            schema::field(&Self::pod_ips, "podIPs", "podIPs holds the IP addresses allocated to the pod.",
                          schema::list_map("ip")),
            schema::field(&Self::start_time, "startTime",
                          "RFC 3339 date and time at which the object was acknowledged by the Kubelet."),
            schema::field(&Self::init_container_statuses, "initContainerStatuses",
                          "Statuses of init containers in this pod."),
            schema::field(&Self::container_statuses, "containerStatuses",
                          "Statuses of containers in this pod."),
            schema::field(&Self::qos_class, "qosClass",
                          "The Quality of Service (QOS) classification assigned to the pod based on "
                          "resource requirements See PodQOSClass type for available QOS classes."),
            schema::field(&Self::ephemeral_container_statuses, "ephemeralContainerStatuses",
                          "Statuses for any ephemeral containers that have run in this pod."),
            schema::field(&Self::resize, "resize",
                          "Status of resources resize desired for pod's containers."),
            schema::field(&Self::resource_claim_statuses, "resourceClaimStatuses",
                          "Status of resource claims.", schema::list_map("name")),
            schema::field(&Self::extended_resource_claim_status, "extendedResourceClaimStatus",
                          "Status of extended resource claim backed by DRA."),
            schema::field(&Self::allocated_resources, "allocatedResources",
                          "AllocatedResources is the total requests allocated for this pod by the node."),
            schema::field(&Self::resources, "resources",
                          "Resources represents the compute resource requests and limits that have been "
                          "applied at the pod level if pod-level requests or limits are set in ..."),
            schema::field(&Self::node_allocatable_resource_claim_statuses,
                          "nodeAllocatableResourceClaimStatuses",
                          "NodeAllocatableResourceClaimStatuses contains the status of node-allocatable "
                          "resources that were allocated for this pod through DRA claims.",
                          schema::list_map("resourceClaimName")),
            schema::field(&Self::volume_health, "volumeHealth",
                          "volumeHealth contains node-reported health for each volume the pod is using.",
                          schema::list_map("name")));
    }
};

struct pod {
    object_meta metadata{};
    pod_spec spec{};
    pod_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Pod", "pods"); }
    template <class Self = pod>
    static constexpr auto describe() {
        return schema::object(
            "Pod is a collection of containers that can run on a host.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Specification of the desired behavior of the pod."),
            schema::field(&Self::status, "status", "Most recently observed status of the pod."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::pod);
