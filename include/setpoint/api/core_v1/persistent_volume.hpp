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

namespace setpoint::inline v0 {

struct secret_reference {
    interned_string name{}, ns{};

    template <class Self = secret_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A Secret Reference.",
            field(&Self::name, "name", "Unique within a namespace to reference a secret resource."),
            field(&Self::ns, "namespace", "The space within which the secret name must be unique."));
    }
};

struct csi_persistent_volume {
    interned_string driver{}, volume_handle{};
    std::optional<bool> read_only{};
    interned_string fs_type{};
    string_map volume_attributes{};
    boxed<secret_reference> controller_publish_secret_ref{}, node_stage_secret_ref{},
        node_publish_secret_ref{}, controller_expand_secret_ref{}, node_expand_secret_ref{};

    template <class Self = csi_persistent_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Represents storage that is managed by an external CSI volume driver.",
            field(&Self::driver, "driver", "The name of the driver to use for this volume.", required),
            field(&Self::volume_handle, "volumeHandle", "", required),
            field(&Self::read_only, "readOnly", "ReadOnly value to pass to ControllerPublishVolumeRequest.",
                  omitzero),
            field(&Self::fs_type, "fsType", "FsType to mount."),
            field(&Self::volume_attributes, "volumeAttributes", "VolumeAttributes of the volume to publish."),
            field(&Self::controller_publish_secret_ref, "controllerPublishSecretRef", ""),
            field(&Self::node_stage_secret_ref, "nodeStageSecretRef", ""),
            field(&Self::node_publish_secret_ref, "nodePublishSecretRef", ""),
            field(&Self::controller_expand_secret_ref, "controllerExpandSecretRef", ""),
            field(&Self::node_expand_secret_ref, "nodeExpandSecretRef", ""));
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

    template <class Self = iscsi_persistent_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "An ISCSI disk.", field(&Self::target_portal, "targetPortal", "ISCSI Target Portal.", required),
            field(&Self::iqn, "iqn", "Target iSCSI Qualified Name.", required),
            field(&Self::lun, "lun", "ISCSI Target Lun number.", required),
            field(&Self::iscsi_interface, "iscsiInterface",
                  "The interface Name that uses an iSCSI transport."),
            field(&Self::fs_type, "fsType", "The filesystem type of the volume that you want to mount."),
            field(&Self::read_only, "readOnly",
                  "ReadOnly here will force the ReadOnly setting in VolumeMounts.", omitzero),
            field(&Self::portals, "portals", "The iSCSI Target Portal List.", exclusive),
            field(&Self::chap_auth_discovery, "chapAuthDiscovery",
                  "Whether support iSCSI Discovery CHAP authentication.", omitzero),
            field(&Self::chap_auth_session, "chapAuthSession",
                  "Whether support iSCSI Session CHAP authentication.", omitzero),
            field(&Self::secret_ref, "secretRef",
                  "The CHAP Secret for iSCSI target and initiator authentication."),
            field(&Self::initiator_name, "initiatorName", "The custom iSCSI Initiator Name."));
    }
};

struct local_volume {
    interned_string path{};
    std::optional<interned_string> fs_type{};

    template <class Self = local_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Local represents directly-attached storage with node affinity.",
            field(&Self::path, "path", "Path of the full path to the volume on the node.", required),
            field(&Self::fs_type, "fsType", "The filesystem type to mount."));
    }
};

struct volume_node_affinity {
    boxed<node_selector_terms> required{};

    template <class Self = volume_node_affinity>
    static constexpr auto describe() {
        using namespace schema;
        return object("Constraints that limit what nodes this volume can be accessed from.",
                      field(&Self::required, "required", "Which nodes can reach it."));
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

    template <class Self = persistent_volume_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The specification of a persistent volume.",
            field(&Self::capacity, "capacity",
                  "The description of the persistent volume's resources and capacity."),
            field(&Self::host_path, "hostPath", "A directory on the host."),
            field(&Self::nfs, "nfs", "An NFS mount on the host."), field(&Self::iscsi, "iscsi", ""),
            field(&Self::fc, "fc", ""),
            field(&Self::local, "local", "Directly-attached storage with node affinity."),
            field(&Self::csi, "csi", "Storage that is handled by an external CSI driver."),
            field(&Self::access_modes, "accessModes", "All ways the volume can be mounted.", exclusive),
            field(&Self::claim_ref, "claimRef",
                  "Part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim."),
            field(&Self::persistent_volume_reclaim_policy, "persistentVolumeReclaimPolicy",
                  "What happens to a persistent volume when released from its claim."),
            field(&Self::storage_class_name, "storageClassName",
                  "The name of StorageClass to which this persistent volume belongs."),
            field(&Self::mount_options, "mountOptions", "", exclusive),
            field(&Self::volume_mode, "volumeMode", ""),
            field(&Self::node_affinity, "nodeAffinity",
                  "Constraints that limit what nodes this volume can be accessed from."),
            field(&Self::volume_attributes_class_name, "volumeAttributesClassName",
                  "Name of VolumeAttributesClass to which this persistent volume belongs."));
    }
};

struct persistent_volume_status {
    interned_string phase{}, message{}, reason{};
    timestamp last_phase_transition_time{};

    template <class Self = persistent_volume_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The current status of a persistent volume.",
            field(&Self::phase, "phase",
                  "Indicates if a volume is available, bound to a claim, or released by a claim."),
            field(&Self::message, "message",
                  "A human-readable message indicating details about why the volume is in this state."),
            field(&Self::reason, "reason", ""),
            field(&Self::last_phase_transition_time, "lastPhaseTransitionTime", ""));
    }
};

struct persistent_volume {
    object_meta metadata{};
    persistent_volume_spec spec{};
    persistent_volume_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "PersistentVolume", "persistentvolumes").cluster_scoped();
    }
    template <class Self = persistent_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("PersistentVolume (PV) is a storage resource provisioned by an administrator.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::persistent_volume);
