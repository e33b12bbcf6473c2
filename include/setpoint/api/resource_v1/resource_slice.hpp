#pragma once
// clang-format off
// ResourceSlice (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/node_selector.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/resource_v1/device_taint.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct resource_pool {
    interned_string name{};
    std::optional<std::int64_t> generation{};
    std::optional<std::int64_t> resource_slice_count{};

    template <class Self = resource_pool>
    static constexpr auto describe() {
        return schema::object(
            "ResourcePool describes the pool that ResourceSlices belong to.",
            schema::field(&Self::name, "name", "Name is used to identify the pool."),
            schema::field(&Self::generation, "generation",
                          "Generation tracks the change in a pool over time."),
            schema::field(&Self::resource_slice_count, "resourceSliceCount",
                          "ResourceSliceCount is the total number of ResourceSlices in the pool at this "
                          "generation number."));
    }
};

struct device_attribute {
    std::optional<std::int64_t> int_{};
    std::optional<bool> bool_{};
    std::optional<interned_string> string{};
    std::optional<interned_string> version{};
    std::vector<std::int64_t> ints{};
    std::vector<std::optional<bool>> bools{};
    std::vector<interned_string> strings{};
    std::vector<interned_string> versions{};

    template <class Self = device_attribute>
    static constexpr auto describe() {
        return schema::object(
            "DeviceAttribute must have exactly one field set.",
            schema::field(&Self::int_, "int", "IntValue is a number."),
            schema::field(&Self::bool_, "bool", "BoolValue is a true/false value."),
            schema::field(&Self::string, "string", "StringValue is a string."),
            schema::field(&Self::version, "version",
                          "VersionValue is a semantic version according to semver.org spec 2.0.0."),
            schema::field(&Self::ints, "ints", "IntValues is a non-empty list of numbers."),
            schema::field(&Self::bools, "bools", "BoolValues is a non-empty list of true/false values."),
            schema::field(&Self::strings, "strings", "StringValues is a non-empty list of strings."),
            schema::field(&Self::versions, "versions",
                          "VersionValues is a non-empty list of semantic versions according to semver.org "
                          "spec 2.0.0."));
    }
};

struct capacity_request_policy_range {
    quantity min{};
    quantity max{};
    quantity step{};

    template <class Self = capacity_request_policy_range>
    static constexpr auto describe() {
        return schema::object(
            "CapacityRequestPolicyRange defines a valid range for consumable capacity values.",
            schema::field(&Self::min, "min",
                          "Min specifies the minimum capacity allowed for a consumption request."),
            schema::field(&Self::max, "max",
                          "Max defines the upper limit for capacity that can be requested."),
            schema::field(&Self::step, "step",
                          "Step defines the step size between valid capacity amounts within the range."));
    }
};

struct capacity_request_policy {
    quantity default_{};
    std::vector<quantity> valid_values{};
    boxed<capacity_request_policy_range> valid_range{};

    template <class Self = capacity_request_policy>
    static constexpr auto describe() {
        return schema::object(
            "CapacityRequestPolicy defines how requests consume device capacity.",
            schema::field(&Self::default_, "default",
                          "Default specifies how much of this capacity is consumed by a request that does "
                          "not contain an entry for it in DeviceRequest's Capacity."),
            schema::field(&Self::valid_values, "validValues",
                          "ValidValues defines a set of acceptable quantity values in consuming requests."),
            schema::field(&Self::valid_range, "validRange",
                          "ValidRange defines an acceptable quantity value range in consuming requests."));
    }
};

struct device_capacity {
    quantity value{};
    boxed<capacity_request_policy> request_policy{};

    template <class Self = device_capacity>
    static constexpr auto describe() {
        return schema::object(
            "DeviceCapacity describes a quantity associated with a device.",
            schema::field(&Self::value, "value",
                          "Value defines how much of a certain capacity that device has."),
            schema::field(&Self::request_policy, "requestPolicy",
                          "RequestPolicy defines how this DeviceCapacity must be consumed when the device "
                          "is allowed to be shared by multiple allocations."));
    }
};

struct counter {
    quantity value{};

    template <class Self = counter>
    static constexpr auto describe() {
        return schema::object(
            "Counter describes a quantity associated with a device.",
            schema::field(&Self::value, "value",
                          "Value defines how much of a certain device counter is available."));
    }
};

struct device_counter_consumption {
    interned_string counter_set{};
    std::map<std::string, counter> counters{};
    std::vector<interned_string> compatibility_groups{};

    template <class Self = device_counter_consumption>
    static constexpr auto describe() {
        return schema::object(
            "DeviceCounterConsumption defines a set of counters that a device will consume from a "
            "CounterSet.",
            schema::field(&Self::counter_set, "counterSet",
                          "CounterSet is the name of the set from which the counters defined will be "
                          "consumed.", schema::required),
            schema::field(&Self::counters, "counters",
                          "Counters defines the counters that will be consumed by the device."),
            schema::field(&Self::compatibility_groups, "compatibilityGroups",
                          "CompatibilityGroups is a list of opaque group names for this counter set "
                          "consumption."));
    }
};

struct node_allocatable_mapping {
    interned_string capacity_key{};
    quantity capacity_multiplier{};
    quantity device_multiplier{};

    template <class Self = node_allocatable_mapping>
    static constexpr auto describe() {
        return schema::object(
            "NodeAllocatableMapping defines how a DRA allocation directly translates into a node "
            "allocatable resource quantity.",
            schema::field(&Self::capacity_key, "capacityKey",
                          "CapacityKey references a capacity name defined as a key in the "
                          "`spec.devices[*].capacity` map."),
            schema::field(&Self::capacity_multiplier, "capacityMultiplier",
                          "CapacityMultiplier is used as a multiplier for the allocated capacity consumed."),
            schema::field(&Self::device_multiplier, "deviceMultiplier",
                          "DeviceMultiplier is used as a multiplier for the allocated device count in the "
                          "claim."));
    }
};

struct node_allocatable_overhead {
    quantity per_pod{};
    quantity per_container{};

    template <class Self = node_allocatable_overhead>
    static constexpr auto describe() {
        return schema::object(
            "NodeAllocatableOverhead defines auxiliary resource overheads incurred when allocating a "
            "device.",
            schema::field(&Self::per_pod, "perPod",
                          "PerPod is overhead applied once per pod referencing the claim on this node."),
            schema::field(&Self::per_container, "perContainer",
                          "PerContainer is applied per container reference to the claim."));
    }
};

struct node_allocatable_resource {
    boxed<node_allocatable_mapping> mapping{};
    boxed<node_allocatable_overhead> overhead{};

    template <class Self = node_allocatable_resource>
    static constexpr auto describe() {
        return schema::object(
            "NodeAllocatableResource defines the translation between the DRA device/capacity units "
            "requested to the corresponding quantity of the node allocatable resource.",
            schema::field(&Self::mapping, "mapping",
                          "Mapping is used when the device directly models a node allocatable resource "
                          "like standard CPU or memory (e.g., with a CPU DRA driver)."),
            schema::field(&Self::overhead, "overhead",
                          "Overhead contains fields for modeling auxiliary overhead incurred on node "
                          "allocatable resources when allocating devices that are not themselves modeling "
                          "a node ..."));
    }
};

struct device {
    interned_string name{};
    std::map<std::string, device_attribute> attributes{};
    std::map<std::string, device_capacity> capacity{};
    std::vector<device_counter_consumption> consumes_counters{};
    std::optional<interned_string> node_name{};
    boxed<core_v1::node_selector> node_selector{};
    std::optional<bool> all_nodes{};
    std::vector<device_taint> taints{};
    std::optional<bool> binds_to_node{};
    std::vector<interned_string> binding_conditions{};
    std::vector<interned_string> binding_failure_conditions{};
    std::optional<bool> allow_multiple_allocations{};
    std::map<std::string, node_allocatable_resource> node_allocatable_resources{};

    template <class Self = device>
    static constexpr auto describe() {
        return schema::object(
            "Device represents one individual hardware instance that can be selected based on its "
            "attributes.",
            schema::field(&Self::name, "name",
                          "Name is unique identifier among all devices managed by the driver in the pool.",
                          schema::required),
            schema::field(&Self::attributes, "attributes",
                          "Attributes defines the set of attributes for this device."),
            schema::field(&Self::capacity, "capacity",
                          "Capacity defines the set of capacities for this device."),
            schema::field(&Self::consumes_counters, "consumesCounters",
                          "ConsumesCounters defines a list of references to sharedCounters and the set of "
                          "counters that the device will consume from those counter sets."),
            schema::field(&Self::node_name, "nodeName",
                          "NodeName identifies the node where the device is available."),
            schema::field(&Self::node_selector, "nodeSelector",
                          "NodeSelector defines the nodes where the device is available."),
            schema::field(&Self::all_nodes, "allNodes",
                          "AllNodes indicates that all nodes have access to the device."),
            schema::field(&Self::taints, "taints", "If specified, these are the driver-defined taints."),
            schema::field(&Self::binds_to_node, "bindsToNode",
                          "BindsToNode indicates if the usage of an allocation involving this device has "
                          "to be limited to exactly the node that was chosen when allocating the claim."),
            schema::field(&Self::binding_conditions, "bindingConditions",
                          "BindingConditions defines the conditions for proceeding with binding."),
            schema::field(&Self::binding_failure_conditions, "bindingFailureConditions",
                          "BindingFailureConditions defines the conditions for binding failure."),
            schema::field(&Self::allow_multiple_allocations, "allowMultipleAllocations",
                          "AllowMultipleAllocations marks whether the device is allowed to be allocated "
                          "to multiple DeviceRequests."),
            schema::field(&Self::node_allocatable_resources, "nodeAllocatableResources",
                          "NodeAllocatableResources defines the mapping of node resources that are "
                          "managed by the DRA driver exposing this device."));
    }
};

struct counter_set {
    interned_string name{};
    std::map<std::string, counter> counters{};

    template <class Self = counter_set>
    static constexpr auto describe() {
        return schema::object(
            "CounterSet defines a named set of counters that are available to be used by devices defined "
            "in the ResourcePool.",
            schema::field(&Self::name, "name", "Name defines the name of the counter set.", schema::required),
            schema::field(&Self::counters, "counters",
                          "Counters defines the set of counters for this CounterSet The name of each "
                          "counter must be unique in that set and must be a DNS label."));
    }
};

struct resource_slice_spec {
    interned_string driver{};
    resource_pool pool{};
    std::optional<interned_string> node_name{};
    boxed<core_v1::node_selector> node_selector{};
    std::optional<bool> all_nodes{};
    std::vector<device> devices{};
    std::optional<bool> per_device_node_selection{};
    std::vector<counter_set> shared_counters{};
    interned_string partition_type_attribute{};
    std::vector<interned_string> skip_node_operations{};

    template <class Self = resource_slice_spec>
    static constexpr auto describe() {
        return schema::object(
            "ResourceSliceSpec contains the information published by the driver in one ResourceSlice.",
            schema::field(&Self::driver, "driver",
                          "Driver identifies the DRA driver providing the capacity information."),
            schema::field(&Self::pool, "pool", "Pool describes the pool that this ResourceSlice belongs to."),
            schema::field(&Self::node_name, "nodeName",
                          "NodeName identifies the node which provides the resources in this pool."),
            schema::field(&Self::node_selector, "nodeSelector",
                          "NodeSelector defines which nodes have access to the resources in the pool, "
                          "when that pool is not limited to a single node."),
            schema::field(&Self::all_nodes, "allNodes",
                          "AllNodes indicates that all nodes have access to the resources in the pool."),
            schema::field(&Self::devices, "devices",
                          "Devices lists some or all of the devices in this pool."),
            schema::field(&Self::per_device_node_selection, "perDeviceNodeSelection",
                          "PerDeviceNodeSelection defines whether the access from nodes to resources in "
                          "the pool is set on the ResourceSlice level or on each device."),
            schema::field(&Self::shared_counters, "sharedCounters",
                          "SharedCounters defines a list of counter sets, each of which has a name and a "
                          "list of counters available."),
            schema::field(&Self::partition_type_attribute, "partitionTypeAttribute",
                          "PartitionTypeAttribute names a string device attribute (by fully qualified "
                          "name, e.g. \"gpu.example.com/profile\") whose value labels each device with "
                          "its ..."),
            schema::field(&Self::skip_node_operations, "skipNodeOperations",
                          "SkipNodeOperations lists node-local resource operations (gRPC calls) that will "
                          "be skipped for the devices in this slice when determining whether operations "
                          "are ...", schema::list_set));
    }
};

struct resource_slice {
    object_meta metadata{};
    resource_slice_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("resource.k8s.io", "v1", "ResourceSlice", "resourceslices").cluster_scoped();
    }
    template <class Self = resource_slice>
    static constexpr auto describe() {
        return schema::object(
            "ResourceSlice represents one or more resources in a pool of similar resources, managed by a "
            "common driver.",
            schema::field(&Self::metadata, "metadata", "Standard object metadata"),
            schema::field(&Self::spec, "spec", "Contains the information published by the driver."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_BUILT_IN_KIND(setpoint::resource_v1::resource_slice);
