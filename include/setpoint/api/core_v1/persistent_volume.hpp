#pragma once
// PersistentVolumes (core/v1).

#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/api/core_v1/storage_volume.hpp"
#include "setpoint/api/core_v1/volume.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct secret_reference {
    interned_string name{}, ns{};

    static constexpr auto describe() {
        using namespace schema;
        using self = secret_reference;
        return object(
            "A Secret Reference.",
            field(&self::name, "name", "Unique within a namespace to reference a secret resource."),
            field(&self::ns, "namespace", "The space within which the secret name must be unique."));
    }
};

struct csi_persistent_volume {
    interned_string driver{}, volume_handle{};
    std::optional<bool> read_only{};
    interned_string fs_type{};
    string_map volume_attributes{};
    boxed<secret_reference> controller_publish_secret_ref{}, node_stage_secret_ref{},
        node_publish_secret_ref{}, controller_expand_secret_ref{}, node_expand_secret_ref{};

    static constexpr auto describe() {
        using namespace schema;
        using self = csi_persistent_volume;
        return object(
            "Represents storage that is managed by an external CSI volume driver.",
            field(&self::driver, "driver", "The name of the driver to use for this volume.", required),
            field(&self::volume_handle, "volumeHandle", "", required),
            field(&self::read_only, "readOnly", "ReadOnly value to pass to ControllerPublishVolumeRequest.",
                  omitzero),
            field(&self::fs_type, "fsType", "FsType to mount."),
            field(&self::volume_attributes, "volumeAttributes", "VolumeAttributes of the volume to publish."),
            field(&self::controller_publish_secret_ref, "controllerPublishSecretRef", ""),
            field(&self::node_stage_secret_ref, "nodeStageSecretRef", ""),
            field(&self::node_publish_secret_ref, "nodePublishSecretRef", ""),
            field(&self::controller_expand_secret_ref, "controllerExpandSecretRef", ""),
            field(&self::node_expand_secret_ref, "nodeExpandSecretRef", ""));
    }
};

struct iscsi_persistent_volume {
    interned_string target_portal{}, iqn{};
    std::optional<std::int32_t> lun{};
    interned_string iscsi_interface{}, fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> portals{};
    std::optional<bool> chap_auth_discovery{}, chap_auth_session{};
    boxed<secret_reference> secret_ref{};
    std::optional<interned_string> initiator_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = iscsi_persistent_volume;
        return object(
            "An ISCSI disk.", field(&self::target_portal, "targetPortal", "ISCSI Target Portal.", required),
            field(&self::iqn, "iqn", "Target iSCSI Qualified Name.", required),
            field(&self::lun, "lun", "ISCSI Target Lun number.", required),
            field(&self::iscsi_interface, "iscsiInterface",
                  "The interface Name that uses an iSCSI transport."),
            field(&self::fs_type, "fsType", "The filesystem type of the volume that you want to mount."),
            field(&self::read_only, "readOnly",
                  "ReadOnly here will force the ReadOnly setting in VolumeMounts.", omitzero),
            field(&self::portals, "portals", "The iSCSI Target Portal List.", exclusive),
            field(&self::chap_auth_discovery, "chapAuthDiscovery",
                  "Whether support iSCSI Discovery CHAP authentication.", omitzero),
            field(&self::chap_auth_session, "chapAuthSession",
                  "Whether support iSCSI Session CHAP authentication.", omitzero),
            field(&self::secret_ref, "secretRef",
                  "The CHAP Secret for iSCSI target and initiator authentication."),
            field(&self::initiator_name, "initiatorName", "The custom iSCSI Initiator Name."));
    }
};

struct local_volume {
    interned_string path{};
    std::optional<interned_string> fs_type{};

    static constexpr auto describe() {
        using namespace schema;
        using self = local_volume;
        return object(
            "Local represents directly-attached storage with node affinity.",
            field(&self::path, "path", "Path of the full path to the volume on the node.", required),
            field(&self::fs_type, "fsType", "The filesystem type to mount."));
    }
};

struct volume_node_affinity {
    boxed<node_selector_terms> required{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_node_affinity;
        return object("Constraints that limit what nodes this volume can be accessed from.",
                      field(&self::required, "required", "Which nodes can reach it."));
    }
};

struct persistent_volume_spec {
    quantity_map capacity{};
    boxed<host_path_volume> host_path{};
    boxed<nfs_volume> nfs{};
    boxed<iscsi_persistent_volume> iscsi{};
    boxed<fc_volume> fc{};
    boxed<local_volume> local{};
    boxed<csi_persistent_volume> csi{};
    std::vector<interned_string> access_modes{};
    boxed<object_reference> claim_ref{};
    interned_string persistent_volume_reclaim_policy{}, storage_class_name{};
    std::vector<interned_string> mount_options{};
    interned_string volume_mode{};
    boxed<volume_node_affinity> node_affinity{};
    std::optional<interned_string> volume_attributes_class_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = persistent_volume_spec;
        return object(
            "The specification of a persistent volume.",
            field(&self::capacity, "capacity",
                  "The description of the persistent volume's resources and capacity."),
            field(&self::host_path, "hostPath", "A directory on the host."),
            field(&self::nfs, "nfs", "An NFS mount on the host."), field(&self::iscsi, "iscsi", ""),
            field(&self::fc, "fc", ""),
            field(&self::local, "local", "Directly-attached storage with node affinity."),
            field(&self::csi, "csi", "Storage that is handled by an external CSI driver."),
            field(&self::access_modes, "accessModes", "All ways the volume can be mounted.", exclusive),
            field(&self::claim_ref, "claimRef",
                  "Part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim."),
            field(&self::persistent_volume_reclaim_policy, "persistentVolumeReclaimPolicy",
                  "What happens to a persistent volume when released from its claim."),
            field(&self::storage_class_name, "storageClassName",
                  "The name of StorageClass to which this persistent volume belongs."),
            field(&self::mount_options, "mountOptions", "", exclusive),
            field(&self::volume_mode, "volumeMode", ""),
            field(&self::node_affinity, "nodeAffinity",
                  "Constraints that limit what nodes this volume can be accessed from."),
            field(&self::volume_attributes_class_name, "volumeAttributesClassName",
                  "Name of VolumeAttributesClass to which this persistent volume belongs."));
    }
};

struct persistent_volume_status {
    interned_string phase{}, message{}, reason{};
    timestamp last_phase_transition_time{};

    static constexpr auto describe() {
        using namespace schema;
        using self = persistent_volume_status;
        return object(
            "The current status of a persistent volume.",
            field(&self::phase, "phase",
                  "Indicates if a volume is available, bound to a claim, or released by a claim."),
            field(&self::message, "message",
                  "A human-readable message indicating details about why the volume is in this state."),
            field(&self::reason, "reason", ""),
            field(&self::last_phase_transition_time, "lastPhaseTransitionTime", ""));
    }
};

struct persistent_volume {
    object_meta metadata{};
    persistent_volume_spec spec{};
    persistent_volume_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "PersistentVolume", "persistentvolumes").cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = persistent_volume;
        return object("PersistentVolume (PV) is a storage resource provisioned by an administrator.",
                      field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::persistent_volume);
