#pragma once
// clang-format off
// HostPathVolumeSource (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct host_path_volume_source {
    interned_string path{};
    interned_string type{};

    template <class Self = host_path_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents a host path mapped into a pod.",
            schema::field(&Self::path, "path", "path of the directory on the host.", schema::required),
            schema::field(&Self::type, "type", "type for HostPath Volume Defaults to \"\"."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::host_path_volume_source);
