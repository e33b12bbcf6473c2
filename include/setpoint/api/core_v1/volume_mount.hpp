#pragma once
// clang-format off
// VolumeMount (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct volume_mount {
    interned_string name{};
    std::optional<bool> read_only{};
    interned_string recursive_read_only{};
    interned_string mount_path{};
    interned_string sub_path{};
    interned_string mount_propagation{};
    interned_string sub_path_expr{};
    std::vector<interned_string> bind_mount_options{};

    template <class Self = volume_mount>
    static constexpr auto describe() {
        return schema::object(
            "VolumeMount describes a mounting of a Volume within a container.",
            schema::field(&Self::name, "name", "This must match the Name of a Volume.", schema::required),
            schema::field(&Self::read_only, "readOnly",
                          "Mounted read-only if true, read-write otherwise (false or unspecified).",
                          schema::omitzero),
            schema::field(&Self::recursive_read_only, "recursiveReadOnly",
                          "RecursiveReadOnly specifies whether read-only mounts should be handled "
                          "recursively."),
            schema::field(&Self::mount_path, "mountPath",
                          "Path within the container at which the volume should be mounted.",
                          schema::required),
            schema::field(&Self::sub_path, "subPath",
                          "Path within the volume from which the container's volume should be mounted."),
            schema::field(&Self::mount_propagation, "mountPropagation",
                          "mountPropagation determines how mounts are propagated from the host to "
                          "container and the other way around."),
            schema::field(&Self::sub_path_expr, "subPathExpr",
                          "Expanded path within the volume from which the container's volume should be "
                          "mounted."),
            schema::field(&Self::bind_mount_options, "bindMountOptions",
                          "bindMountOptions is the list of additional bind mount options to apply when "
                          "mounting this volume into the container.", schema::list_set));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::volume_mount);
