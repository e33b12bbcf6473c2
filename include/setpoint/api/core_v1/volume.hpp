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

namespace setpoint::inline v0 {

struct config_map_volume {
    interned_string name{};
    std::optional<std::int32_t> default_mode{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    template <class Self = config_map_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("The keys of a ConfigMap as files.", field(&Self::name, "name", ""),
                      field(&Self::default_mode, "defaultMode", "Permission bits of the files."),
                      field(&Self::items, "items", "Empty: all keys.", exclusive),
                      field(&Self::optional, "optional", "Whether it may be missing."));
    }
};

struct secret_volume {
    interned_string secret_name{};
    std::optional<std::int32_t> default_mode{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    template <class Self = secret_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("The keys of a Secret as files.", field(&Self::secret_name, "secretName", ""),
                      field(&Self::default_mode, "defaultMode", "Permission bits of the files."),
                      field(&Self::items, "items", "Empty: all keys.", exclusive),
                      field(&Self::optional, "optional", "Whether it may be missing."));
    }
};

struct empty_dir_volume {
    interned_string medium{};  // "Memory" or ""
    quantity size_limit{};

    template <class Self = empty_dir_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("A directory that lives as long as the pod.",
                      field(&Self::medium, "medium", "Memory, or empty."),
                      field(&Self::size_limit, "sizeLimit", ""));
    }
};

struct host_path_volume {
    interned_string path{}, type{};

    template <class Self = host_path_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A file or directory of the node.", field(&Self::path, "path", "", required),
            field(&Self::type, "type", "What must be there: Directory, DirectoryOrCreate, File, ..."));
    }
};

struct persistent_volume_claim_volume {
    interned_string claim_name{};
    std::optional<bool> read_only{};

    template <class Self = persistent_volume_claim_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("A PersistentVolumeClaim of the same namespace.",
                      field(&Self::claim_name, "claimName", "", required),
                      field(&Self::read_only, "readOnly", "", omitzero));
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

    template <class Self = volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Storage that containers of the pod can mount.",
            field(&Self::name, "name", "Unique in the pod.", required),
            field(&Self::config_map, "configMap", ""), field(&Self::secret, "secret", ""),
            field(&Self::empty_dir, "emptyDir", ""),
            field(&Self::persistent_volume_claim, "persistentVolumeClaim", ""),
            field(&Self::host_path, "hostPath", ""),
            field(&Self::nfs, "nfs", "An NFS mount on the host that shares a pod's lifetime."),
            field(&Self::iscsi, "iscsi", ""),
            field(&Self::downward_api, "downwardAPI",
                  "Downward API about the pod that should populate this volume."),
            field(&Self::fc, "fc", ""),
            field(&Self::projected, "projected",
                  "Projected items for all in one resources secrets, configmaps, and downward API."),
            field(&Self::csi, "csi", ""),
            field(&Self::ephemeral, "ephemeral", "A volume that is handled by a cluster storage driver."),
            field(&Self::image, "image", ""));
    }
};

struct volume_mount {
    interned_string name{}, mount_path{}, sub_path{};
    std::optional<bool> read_only{};
    interned_string recursive_read_only{}, mount_propagation{}, sub_path_expr{};

    template <class Self = volume_mount>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Where a container sees a volume.", field(&Self::name, "name", "The volume's name.", required),
            field(&Self::mount_path, "mountPath", "", required),
            field(&Self::sub_path, "subPath", "A path inside the volume."),
            field(&Self::read_only, "readOnly", "", omitzero),
            field(&Self::recursive_read_only, "recursiveReadOnly",
                  "Whether read-only mounts should be handled recursively."),
            field(&Self::mount_propagation, "mountPropagation", ""),
            field(&Self::sub_path_expr, "subPathExpr",
                  "Expanded path within the volume from which the container's volume should be mounted."));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_COMPILED_TABLE(setpoint::volume);
