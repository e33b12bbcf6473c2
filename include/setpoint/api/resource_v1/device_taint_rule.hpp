#pragma once
// clang-format off
// DeviceTaintRule (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/resource_v1/device_taint.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct device_taint_selector {
    std::optional<interned_string> driver{};
    std::optional<interned_string> pool{};
    std::optional<interned_string> device{};

    template <class Self = device_taint_selector>
    static constexpr auto describe() {
        return schema::object(
            "DeviceTaintSelector defines which device(s) a DeviceTaintRule applies to.",
            schema::field(&Self::driver, "driver",
                          "If driver is set, only devices from that driver are selected."),
            schema::field(&Self::pool, "pool", "If pool is set, only devices in that pool are selected."),
            schema::field(&Self::device, "device",
                          "If device is set, only devices with that name are selected."));
    }
};

struct device_taint_rule_spec {
    boxed<device_taint_selector> device_selector{};
    device_taint taint{};

    template <class Self = device_taint_rule_spec>
    static constexpr auto describe() {
        return schema::object(
            "DeviceTaintRuleSpec specifies the selector and one taint.",
            schema::field(&Self::device_selector, "deviceSelector",
                          "DeviceSelector defines which device(s) the taint is applied to."),
            schema::field(&Self::taint, "taint", "The taint that gets applied to matching devices."));
    }
};

struct device_taint_rule_status {
    std::vector<condition> conditions{};

    template <class Self = device_taint_rule_status>
    static constexpr auto describe() {
        return schema::object(
            "DeviceTaintRuleStatus provides information about an on-going pod eviction.",
            schema::field(&Self::conditions, "conditions",
                          "Conditions provide information about the state of the DeviceTaintRule and the "
                          "cluster at some point in time, in a machine-readable and human-readable format.",
                          schema::list_map("type")));
    }
};

struct device_taint_rule {
    object_meta metadata{};
    device_taint_rule_spec spec{};
    device_taint_rule_status status{};

    static constexpr auto kind() {
        return builtin_kind("resource.k8s.io", "v1", "DeviceTaintRule", "devicetaintrules").cluster_scoped();
    }
    template <class Self = device_taint_rule>
    static constexpr auto describe() {
        return schema::object(
            "DeviceTaintRule adds one taint to all devices which match the selector.",
            schema::field(&Self::metadata, "metadata", "Standard object metadata"),
            schema::field(&Self::spec, "spec", "Spec specifies the selector and one taint."),
            schema::field(&Self::status, "status",
                          "Status provides information about what was requested in the spec."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_BUILT_IN_KIND(setpoint::resource_v1::device_taint_rule);
