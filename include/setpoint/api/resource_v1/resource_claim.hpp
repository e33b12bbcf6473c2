#pragma once
// clang-format off
// ResourceClaim (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/node_selector.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/resource_v1/device_toleration.hpp"
#include "setpoint/api/resource_v1/opaque_device_configuration.hpp"
#include "setpoint/api/resource_v1/resource_claim_spec.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct device_request_allocation_result {
    interned_string request{};
    interned_string driver{};
    interned_string pool{};
    interned_string device{};
    std::optional<bool> admin_access{};
    std::vector<device_toleration> tolerations{};
    std::vector<interned_string> binding_conditions{};
    std::vector<interned_string> binding_failure_conditions{};
    interned_string share_id{};
    quantity_map consumed_capacity{};
    std::vector<interned_string> skip_node_operations{};

    template <class Self = device_request_allocation_result>
    static constexpr auto describe() {
        return schema::object(
            "DeviceRequestAllocationResult contains the allocation result for one request.",
            schema::field(&Self::request, "request",
                          "Request is the name of the request in the claim which caused this device to be "
                          "allocated."),
            schema::field(&Self::driver, "driver",
                          "Driver specifies the name of the DRA driver whose kubelet plugin should be "
                          "invoked to process the allocation once the claim is needed on a node."),
            schema::field(&Self::pool, "pool",
                          "This name together with the driver name and the device name field identify "
                          "which device was allocated (`<driver name>/<pool name>/<device name>`)."),
            schema::field(&Self::device, "device",
                          "Device references one device instance via its name in the driver's resource "
                          "pool."),
            schema::field(&Self::admin_access, "adminAccess",
                          "AdminAccess indicates that this device was allocated for administrative access."),
            schema::field(&Self::tolerations, "tolerations",
                          "A copy of all tolerations specified in the request at the time when the device "
                          "got allocated."),
            schema::field(&Self::binding_conditions, "bindingConditions",
                          "BindingConditions contains a copy of the BindingConditions from the "
                          "corresponding ResourceSlice at the time of allocation."),
            schema::field(&Self::binding_failure_conditions, "bindingFailureConditions",
                          "BindingFailureConditions contains a copy of the BindingFailureConditions from "
                          "the corresponding ResourceSlice at the time of allocation."),
            schema::field(&Self::share_id, "shareID",
                          "ShareID uniquely identifies an individual allocation share of the device, used "
                          "when the device supports multiple simultaneous allocations."),
            schema::field(&Self::consumed_capacity, "consumedCapacity",
                          "ConsumedCapacity tracks the amount of capacity consumed per device as part of "
                          "the claim request."),
            schema::field(&Self::skip_node_operations, "skipNodeOperations",
                          "SkipNodeOperations lists node-local resource operations (gRPC calls) that will "
                          "be skipped for this allocated device when determining whether operations are "
                          "...", schema::list_set));
    }
};

struct device_allocation_configuration {
    interned_string source{};
    std::vector<interned_string> requests{};
    boxed<opaque_device_configuration> opaque{};

    template <class Self = device_allocation_configuration>
    static constexpr auto describe() {
        return schema::object(
            "DeviceAllocationConfiguration gets embedded in an AllocationResult.",
            schema::field(&Self::source, "source",
                          "Source records whether the configuration comes from a class and thus is not "
                          "something that a normal user would have been able to set or from a claim."),
            schema::field(&Self::requests, "requests",
                          "Requests lists the names of requests where the configuration applies."),
            schema::field(&Self::opaque, "opaque",
                          "Opaque provides driver-specific configuration parameters."));
    }
};

struct device_allocation_result {
    std::vector<device_request_allocation_result> results{};
    std::vector<device_allocation_configuration> config{};

    template <class Self = device_allocation_result>
    static constexpr auto describe() {
        return schema::object(
            "DeviceAllocationResult is the result of allocating devices.",
            schema::field(&Self::results, "results", "Results lists all allocated devices."),
            schema::field(&Self::config, "config",
                          "This field is a combination of all the claim and class configuration "
                          "parameters."));
    }
};

struct allocation_result {
    device_allocation_result devices{};
    boxed<core_v1::node_selector> node_selector{};
    timestamp allocation_timestamp{};

    template <class Self = allocation_result>
    static constexpr auto describe() {
        return schema::object(
            "AllocationResult contains attributes of an allocated resource.",
            schema::field(&Self::devices, "devices", "Devices is the result of allocating devices."),
            schema::field(&Self::node_selector, "nodeSelector",
                          "NodeSelector defines where the allocated resources are available."),
            schema::field(&Self::allocation_timestamp, "allocationTimestamp",
                          "AllocationTimestamp stores the time when the resources were allocated."));
    }
};

struct resource_claim_consumer_reference {
    interned_string api_group{};
    interned_string resource{};
    interned_string name{};
    interned_string uid{};

    template <class Self = resource_claim_consumer_reference>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaimConsumerReference contains enough information to let you locate the consumer of "
            "a ResourceClaim.",
            schema::field(&Self::api_group, "apiGroup",
                          "APIGroup is the group for the resource being referenced."),
            schema::field(&Self::resource, "resource",
                          "Resource is the type of resource being referenced, for example \"pods\"."),
            schema::field(&Self::name, "name", "Name is the name of resource being referenced."),
            schema::field(&Self::uid, "uid", "UID identifies exactly one incarnation of the resource.",
                          schema::unique));
    }
};

struct network_device_data {
    interned_string interface_name{};
    std::vector<interned_string> ips{};
    interned_string hardware_address{};

    template <class Self = network_device_data>
    static constexpr auto describe() {
        return schema::object(
            "NetworkDeviceData provides network-related details for the allocated device.",
            schema::field(&Self::interface_name, "interfaceName",
                          "InterfaceName specifies the name of the network interface associated with the "
                          "allocated device."),
            schema::field(&Self::ips, "ips",
                          "IPs lists the network addresses assigned to the device's network interface."),
            schema::field(&Self::hardware_address, "hardwareAddress",
                          "HardwareAddress represents the hardware address (e.g. MAC Address) of the "
                          "device's network interface."));
    }
};

struct allocated_device_status {
    interned_string driver{};
    interned_string pool{};
    interned_string device{};
    std::optional<interned_string> share_id{};
    std::vector<condition> conditions{};
    boost::json::value data{};
    boxed<network_device_data> network_data{};

    template <class Self = allocated_device_status>
    static constexpr auto describe() {
        return schema::object(
            "AllocatedDeviceStatus contains the status of an allocated device, if the driver chooses to "
            "report it.",
            schema::field(&Self::driver, "driver",
                          "Driver specifies the name of the DRA driver whose kubelet plugin should be "
                          "invoked to process the allocation once the claim is needed on a node."),
            schema::field(&Self::pool, "pool",
                          "This name together with the driver name and the device name field identify "
                          "which device was allocated (`<driver name>/<pool name>/<device name>`)."),
            schema::field(&Self::device, "device",
                          "Device references one device instance via its name in the driver's resource "
                          "pool."),
            schema::field(&Self::share_id, "shareID",
                          "ShareID uniquely identifies an individual allocation share of the device."),
            schema::field(&Self::conditions, "conditions",
                          "Conditions contains the latest observation of the device's state.",
                          schema::list_map("type")),
            schema::field(&Self::data, "data", "Data contains arbitrary driver-specific data."),
            schema::field(&Self::network_data, "networkData",
                          "NetworkData contains network-related information specific to the device."));
    }
};

struct resource_claim_status {
    boxed<allocation_result> allocation{};
    std::vector<resource_claim_consumer_reference> reserved_for{};
    std::vector<allocated_device_status> devices{};

    template <class Self = resource_claim_status>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaimStatus tracks whether the resource has been allocated and what the result of "
            "that was.",
            schema::field(&Self::allocation, "allocation",
                          "Allocation is set once the claim has been allocated successfully."),
            schema::field(&Self::reserved_for, "reservedFor",
                          "ReservedFor indicates which entities are currently allowed to use the claim.",
                          schema::list_map("uid")),
            schema::field(&Self::devices, "devices",
                          "Devices contains the status of each device allocated for this claim, as "
                          "reported by the driver.",
                          schema::list_map("driver", "device", "pool", "shareID")));
    }
};

struct resource_claim {
    object_meta metadata{};
    resource_claim_spec spec{};
    resource_claim_status status{};

    static constexpr auto kind() {
        return builtin_kind("resource.k8s.io", "v1", "ResourceClaim", "resourceclaims");
    }
    template <class Self = resource_claim>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaim describes a request for access to resources in the cluster, for use by "
            "workloads.",
            schema::field(&Self::metadata, "metadata", "Standard object metadata"),
            schema::field(&Self::spec, "spec",
                          "Spec describes what is being requested and how to configure it."),
            schema::field(&Self::status, "status",
                          "Status describes whether the claim is ready to use and what has been allocated."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_BUILT_IN_KIND(setpoint::resource_v1::resource_claim);
