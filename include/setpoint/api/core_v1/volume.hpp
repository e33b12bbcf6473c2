#pragma once
// Volumes of a pod and their mounts (core/v1).

#include "setpoint/api/core_v1/projected_volume.hpp"
#include "setpoint/api/core_v1/storage_volume.hpp"
#include "setpoint/api/core_v1/value_source.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct config_map_volume {
    interned_string name{};
    std::optional<std::int32_t> default_mode{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = config_map_volume;
        return object("The keys of a ConfigMap as files.", field(&self::name, "name", ""),
                      field(&self::default_mode, "defaultMode", "Permission bits of the files."),
                      field(&self::items, "items", "Empty: all keys.", exclusive),
                      field(&self::optional, "optional", "Whether it may be missing."));
    }
};

struct secret_volume {
    interned_string secret_name{};
    std::optional<std::int32_t> default_mode{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = secret_volume;
        return object("The keys of a Secret as files.", field(&self::secret_name, "secretName", ""),
                      field(&self::default_mode, "defaultMode", "Permission bits of the files."),
                      field(&self::items, "items", "Empty: all keys.", exclusive),
                      field(&self::optional, "optional", "Whether it may be missing."));
    }
};

struct empty_dir_volume {
    interned_string medium{};  // "Memory" or ""
    quantity size_limit{};

    static constexpr auto describe() {
        using namespace schema;
        using self = empty_dir_volume;
        return object("A directory that lives as long as the pod.",
                      field(&self::medium, "medium", "Memory, or empty."),
                      field(&self::size_limit, "sizeLimit", ""));
    }
};

struct host_path_volume {
    interned_string path{}, type{};

    static constexpr auto describe() {
        using namespace schema;
        using self = host_path_volume;
        return object(
            "A file or directory of the node.", field(&self::path, "path", "", required),
            field(&self::type, "type", "What must be there: Directory, DirectoryOrCreate, File, ..."));
    }
};

struct persistent_volume_claim_volume {
    interned_string claim_name{};
    std::optional<bool> read_only{};

    static constexpr auto describe() {
        using namespace schema;
        using self = persistent_volume_claim_volume;
        return object("A PersistentVolumeClaim of the same namespace.",
                      field(&self::claim_name, "claimName", "", required),
                      field(&self::read_only, "readOnly", "", omitzero));
    }
};

// Exactly one source is set.
struct volume {
    interned_string name{};
    boxed<config_map_volume> config_map{};
    boxed<secret_volume> secret{};
    boxed<empty_dir_volume> empty_dir{};
    boxed<persistent_volume_claim_volume> persistent_volume_claim{};
    boxed<host_path_volume> host_path{};
    boxed<nfs_volume> nfs{};
    boxed<iscsi_volume> iscsi{};
    boxed<downward_api_volume> downward_api{};
    boxed<fc_volume> fc{};
    boxed<projected_volume> projected{};
    boxed<csi_volume> csi{};
    boxed<ephemeral_volume> ephemeral{};
    boxed<image_volume> image{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume;
        return object(
            "Storage that containers of the pod can mount.",
            field(&self::name, "name", "Unique in the pod.", required),
            field(&self::config_map, "configMap", ""), field(&self::secret, "secret", ""),
            field(&self::empty_dir, "emptyDir", ""),
            field(&self::persistent_volume_claim, "persistentVolumeClaim", ""),
            field(&self::host_path, "hostPath", ""),
            field(&self::nfs, "nfs", "An NFS mount on the host that shares a pod's lifetime."),
            field(&self::iscsi, "iscsi", ""),
            field(&self::downward_api, "downwardAPI",
                  "Downward API about the pod that should populate this volume."),
            field(&self::fc, "fc", ""),
            field(&self::projected, "projected",
                  "Projected items for all in one resources secrets, configmaps, and downward API."),
            field(&self::csi, "csi", ""),
            field(&self::ephemeral, "ephemeral", "A volume that is handled by a cluster storage driver."),
            field(&self::image, "image", ""));
    }
};

struct volume_mount {
    interned_string name{}, mount_path{}, sub_path{};
    std::optional<bool> read_only{};
    interned_string recursive_read_only{}, mount_propagation{}, sub_path_expr{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_mount;
        return object(
            "Where a container sees a volume.", field(&self::name, "name", "The volume's name.", required),
            field(&self::mount_path, "mountPath", "", required),
            field(&self::sub_path, "subPath", "A path inside the volume."),
            field(&self::read_only, "readOnly", "", omitzero),
            field(&self::recursive_read_only, "recursiveReadOnly",
                  "Whether read-only mounts should be handled recursively."),
            field(&self::mount_propagation, "mountPropagation", ""),
            field(&self::sub_path_expr, "subPathExpr",
                  "Expanded path within the volume from which the container's volume should be mounted."));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::volume);
