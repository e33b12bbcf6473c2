#pragma once
// clang-format off
// VolumeDevice (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct volume_device {
    interned_string name{};
    interned_string device_path{};

    template <class Self = volume_device>
    static constexpr auto describe() {
        return schema::object(
            "volumeDevice describes a mapping of a raw block device within a container.",
            schema::field(&Self::name, "name",
                          "name must match the name of a persistentVolumeClaim in the pod", schema::required),
            schema::field(&Self::device_path, "devicePath",
                          "devicePath is the path inside of the container that the device will be mapped "
                          "to.", schema::required));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::volume_device);
