#pragma once
// clang-format off
// DeviceSelector (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct cel_device_selector {
    interned_string expression{};

    template <class Self = cel_device_selector>
    static constexpr auto describe() {
        return schema::object(
            "CELDeviceSelector contains a CEL expression for selecting a device.",
            schema::field(&Self::expression, "expression",
                          "Expression is a CEL expression which evaluates a single device.",
                          schema::required));
    }
};

struct device_selector {
    boxed<cel_device_selector> cel{};

    template <class Self = device_selector>
    static constexpr auto describe() {
        return schema::object(
            "DeviceSelector must have exactly one field set.",
            schema::field(&Self::cel, "cel", "CEL contains a CEL expression for selecting a device."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_COMPILED_TABLE(setpoint::resource_v1::device_selector);
