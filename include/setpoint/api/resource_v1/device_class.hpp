#pragma once
// clang-format off
// DeviceClass (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/resource_v1/device_selector.hpp"
#include "setpoint/api/resource_v1/opaque_device_configuration.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct device_class_configuration {
    boxed<opaque_device_configuration> opaque{};

    template <class Self = device_class_configuration>
    static constexpr auto describe() {
        return schema::object(
            "DeviceClassConfiguration is used in DeviceClass.",
            schema::field(&Self::opaque, "opaque",
                          "Opaque provides driver-specific configuration parameters."));
    }
};

struct device_class_spec {
    std::vector<device_selector> selectors{};
    std::vector<device_class_configuration> config{};
    std::optional<interned_string> extended_resource_name{};

    template <class Self = device_class_spec>
    static constexpr auto describe() {
        return schema::object(
            "DeviceClassSpec is used in a [DeviceClass] to define what can be allocated and how to "
            "configure it.",
            schema::field(&Self::selectors, "selectors",
                          "Each selector must be satisfied by a device which is claimed via this class."),
            schema::field(&Self::config, "config",
                          "Config defines configuration parameters that apply to each device that is "
                          "claimed via this class."),
            schema::field(&Self::extended_resource_name, "extendedResourceName",
                          "ExtendedResourceName is the extended resource name for the devices of this "
                          "class."));
    }
};

struct device_class {
    object_meta metadata{};
    device_class_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("resource.k8s.io", "v1", "DeviceClass", "deviceclasses").cluster_scoped();
    }
    template <class Self = device_class>
    static constexpr auto describe() {
        return schema::object(
            "DeviceClass is a vendor- or admin-provided resource that contains device configuration and "
            "selectors.",
            schema::field(&Self::metadata, "metadata", "Standard object metadata"),
            schema::field(&Self::spec, "spec",
                          "Spec defines what can be allocated and how to configure it."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_BUILT_IN_KIND(setpoint::resource_v1::device_class);
