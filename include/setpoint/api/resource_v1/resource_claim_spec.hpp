#pragma once
// clang-format off
// ResourceClaimSpec (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/resource_v1/device_selector.hpp"
#include "setpoint/api/resource_v1/device_toleration.hpp"
#include "setpoint/api/resource_v1/opaque_device_configuration.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct capacity_requirements {
    quantity_map requests{};

    template <class Self = capacity_requirements>
    static constexpr auto describe() {
        return schema::object(
            "CapacityRequirements defines the capacity requirements for a specific device request.",
            schema::field(&Self::requests, "requests",
                          "Requests represent individual device resource requests for distinct resources, "
                          "all of which must be provided by the device."));
    }
};

struct device_derived_attribute {
    interned_string name{};
    interned_string expression{};

    template <class Self = device_derived_attribute>
    static constexpr auto describe() {
        return schema::object(
            "DeviceDerivedAttribute defines a derived attribute computed via CEL.",
            schema::field(&Self::name, "name",
                          "Name is the identifier for this derived attribute, used in constraints.",
                          schema::required),
            schema::field(&Self::expression, "expression",
                          "Expression is a CEL expression evaluated against each candidate device.",
                          schema::required));
    }
};

struct exact_device_request {
    interned_string device_class_name{};
    std::vector<device_selector> selectors{};
    interned_string allocation_mode{};
    std::optional<std::int64_t> count{};
    std::optional<bool> admin_access{};
    std::vector<device_toleration> tolerations{};
    boxed<capacity_requirements> capacity{};
    std::vector<device_derived_attribute> derived_attributes{};

    template <class Self = exact_device_request>
    static constexpr auto describe() {
        return schema::object(
            "ExactDeviceRequest is a request for one or more identical devices.",
            schema::field(&Self::device_class_name, "deviceClassName",
                          "DeviceClassName references a specific DeviceClass, which can define additional "
                          "configuration and selectors to be inherited by this request.", schema::required),
            schema::field(&Self::selectors, "selectors",
                          "Selectors define criteria which must be satisfied by a specific device in "
                          "order for that device to be considered for this request."),
            schema::field(&Self::allocation_mode, "allocationMode",
                          "AllocationMode and its related fields define how devices are allocated to "
                          "satisfy this request."),
            schema::field(&Self::count, "count", "Count is used only when the count mode is \"ExactCount\".",
                          schema::omitzero),
            schema::field(&Self::admin_access, "adminAccess",
                          "AdminAccess indicates that this is a claim for administrative access to the "
                          "device(s)."),
            schema::field(&Self::tolerations, "tolerations", "If specified, the request's tolerations."),
            schema::field(&Self::capacity, "capacity",
                          "Capacity define resource requirements against each capacity."),
            schema::field(&Self::derived_attributes, "derivedAttributes",
                          "DerivedAttributes defines a set of virtual attributes computed via CEL "
                          "expressions for each candidate device."));
    }
};

struct device_sub_request {
    interned_string name{};
    interned_string device_class_name{};
    std::vector<device_selector> selectors{};
    interned_string allocation_mode{};
    std::optional<std::int64_t> count{};
    std::vector<device_toleration> tolerations{};
    boxed<capacity_requirements> capacity{};
    std::vector<device_derived_attribute> derived_attributes{};

    template <class Self = device_sub_request>
    static constexpr auto describe() {
        return schema::object(
            "DeviceSubRequest describes a request for device provided in the "
            "claim.spec.devices.requests[].firstAvailable array.",
            schema::field(&Self::name, "name",
                          "Name can be used to reference this subrequest in the list of constraints or "
                          "the list of configurations for the claim.", schema::required),
            schema::field(&Self::device_class_name, "deviceClassName",
                          "DeviceClassName references a specific DeviceClass, which can define additional "
                          "configuration and selectors to be inherited by this subrequest.",
                          schema::required),
            schema::field(&Self::selectors, "selectors",
                          "Selectors define criteria which must be satisfied by a specific device in "
                          "order for that device to be considered for this subrequest."),
            schema::field(&Self::allocation_mode, "allocationMode",
                          "AllocationMode and its related fields define how devices are allocated to "
                          "satisfy this subrequest."),
            schema::field(&Self::count, "count", "Count is used only when the count mode is \"ExactCount\".",
                          schema::omitzero),
            schema::field(&Self::tolerations, "tolerations", "If specified, the request's tolerations."),
            schema::field(&Self::capacity, "capacity",
                          "Capacity define resource requirements against each capacity."),
            schema::field(&Self::derived_attributes, "derivedAttributes",
                          "DerivedAttributes defines a set of virtual attributes computed via CEL "
                          "expressions for each candidate device."));
    }
};

struct device_request {
    interned_string name{};
    boxed<exact_device_request> exactly{};
    std::vector<device_sub_request> first_available{};

    template <class Self = device_request>
    static constexpr auto describe() {
        return schema::object(
            "DeviceRequest is a request for devices required for a claim.",
            schema::field(&Self::name, "name", "Name can be used to reference this request in a "
                          "pod.spec.containers[].resources.claims entry and in a constraint of the claim.",
                          schema::required),
            schema::field(&Self::exactly, "exactly",
                          "Exactly specifies the details for a single request that must be met exactly "
                          "for the request to be satisfied."),
            schema::field(&Self::first_available, "firstAvailable",
                          "FirstAvailable contains subrequests, of which exactly one will be selected by "
                          "the scheduler."));
    }
};

struct device_constraint {
    std::vector<interned_string> requests{};
    interned_string match_attribute{};
    interned_string distinct_attribute{};

    template <class Self = device_constraint>
    static constexpr auto describe() {
        return schema::object(
            "DeviceConstraint must have exactly one field set besides Requests.",
            schema::field(&Self::requests, "requests",
                          "Requests is a list of the one or more requests in this claim which must "
                          "co-satisfy this constraint."),
            schema::field(&Self::match_attribute, "matchAttribute",
                          "MatchAttribute requires that all devices in question have this attribute and "
                          "that its type and value are the same across those devices."),
            schema::field(&Self::distinct_attribute, "distinctAttribute",
                          "DistinctAttribute requires that all devices in question have this attribute "
                          "and that its type and value are unique across those devices."));
    }
};

struct device_claim_configuration {
    std::vector<interned_string> requests{};
    boxed<opaque_device_configuration> opaque{};

    template <class Self = device_claim_configuration>
    static constexpr auto describe() {
        return schema::object(
            "DeviceClaimConfiguration is used for configuration parameters in DeviceClaim.",
            schema::field(&Self::requests, "requests",
                          "Requests lists the names of requests where the configuration applies."),
            schema::field(&Self::opaque, "opaque",
                          "Opaque provides driver-specific configuration parameters."));
    }
};

struct device_claim {
    std::vector<device_request> requests{};
    std::vector<device_constraint> constraints{};
    std::vector<device_claim_configuration> config{};

    template <class Self = device_claim>
    static constexpr auto describe() {
        return schema::object(
            "DeviceClaim defines how to request devices with a ResourceClaim.",
            schema::field(&Self::requests, "requests",
                          "Requests represent individual requests for distinct devices which must all be "
                          "satisfied."),
            schema::field(&Self::constraints, "constraints",
                          "These constraints must be satisfied by the set of devices that get allocated "
                          "for the claim."),
            schema::field(&Self::config, "config",
                          "This field holds configuration for multiple potential drivers which could "
                          "satisfy requests in this claim."));
    }
};

struct resource_claim_spec {
    device_claim devices{};

    template <class Self = resource_claim_spec>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaimSpec defines what is being requested in a ResourceClaim and how to configure it.",
            schema::field(&Self::devices, "devices", "Devices defines how to request devices."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_COMPILED_TABLE(setpoint::resource_v1::resource_claim_spec);
