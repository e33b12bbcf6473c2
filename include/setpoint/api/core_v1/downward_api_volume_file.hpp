#pragma once
// clang-format off
// DownwardAPIVolumeFile (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/object_field_selector.hpp"
#include "setpoint/api/core_v1/resource_field_selector.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct downward_api_volume_file {
    interned_string path{};
    boxed<object_field_selector> field_ref{};
    boxed<resource_field_selector> resource_field_ref{};
    std::optional<std::int32_t> mode{};
    std::optional<std::int64_t> user{};

    template <class Self = downward_api_volume_file>
    static constexpr auto describe() {
        return schema::object(
            "DownwardAPIVolumeFile represents information to create the file containing the pod field",
            schema::field(&Self::path, "path",
                          "Required: Path is the relative path name of the file to be created.",
                          schema::required),
            schema::field(&Self::field_ref, "fieldRef",
                          "Required: Selects a field of the pod: only annotations, labels, name, "
                          "namespace and uid are supported."),
            schema::field(&Self::resource_field_ref, "resourceFieldRef",
                          "Selects a resource of the container: only resources limits and requests "
                          "(limits.cpu, limits.memory, requests.cpu and requests.memory) are currently "
                          "supported."),
            schema::field(&Self::mode, "mode",
                          "Optional: mode bits used to set permissions on this file, must be an octal "
                          "value between 0000 and 0777 or a decimal value between 0 and 511."),
            schema::field(&Self::user, "user", "user is Optional: The owner UID of the created file."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::downward_api_volume_file);
