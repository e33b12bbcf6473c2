#pragma once
// clang-format off
// OpaqueDeviceConfiguration (resource.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct opaque_device_configuration {
    interned_string driver{};
    boost::json::value parameters{};

    template <class Self = opaque_device_configuration>
    static constexpr auto describe() {
        return schema::object(
            "OpaqueDeviceConfiguration contains configuration parameters for a driver in a format defined "
            "by the driver vendor.",
            schema::field(&Self::driver, "driver",
                          "Driver is used to determine which kubelet plugin needs to be passed these "
                          "configuration parameters.", schema::required),
            schema::field(&Self::parameters, "parameters", "Parameters can contain arbitrary data."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_COMPILED_TABLE(setpoint::resource_v1::opaque_device_configuration);
