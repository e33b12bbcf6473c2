#pragma once
// clang-format off
// PersistentVolumeSpec (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/fc_volume_source.hpp"
#include "setpoint/api/core_v1/host_path_volume_source.hpp"
#include "setpoint/api/core_v1/nfs_volume_source.hpp"
#include "setpoint/api/core_v1/node_selector.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct secret_reference {
    interned_string name{};
    interned_string ns{};

    template <class Self = secret_reference>
    static constexpr auto describe() {
        return schema::object(
            "SecretReference represents a Secret Reference.",
            schema::field(&Self::name, "name",
                          "name is unique within a namespace to reference a secret resource."),
            schema::field(&Self::ns, "namespace",
                          "namespace defines the space within which the secret name must be unique."));
    }
};

struct iscsi_persistent_volume_source {
    interned_string target_portal{};
    interned_string iqn{};
    std::optional<std::int32_t> lun{};
    interned_string iscsi_interface{};
    interned_string fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> portals{};
    std::optional<bool> chap_auth_discovery{};
    std::optional<bool> chap_auth_session{};
    boxed<secret_reference> secret_ref{};
    std::optional<interned_string> initiator_name{};

    template <class Self = iscsi_persistent_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "ISCSIPersistentVolumeSource represents an ISCSI disk.",
            schema::field(&Self::target_portal, "targetPortal", "targetPortal is iSCSI Target Portal.",
                          schema::required),
            schema::field(&Self::iqn, "iqn", "iqn is Target iSCSI Qualified Name.", schema::required),
            schema::field(&Self::lun, "lun", "lun is iSCSI Target Lun number.", schema::required),
            schema::field(&Self::iscsi_interface, "iscsiInterface",
                          "iscsiInterface is the interface Name that uses an iSCSI transport."),
            schema::field(&Self::fs_type, "fsType",
                          "fsType is the filesystem type of the volume that you want to mount."),
            schema::field(&Self::read_only, "readOnly",
                          "readOnly here will force the ReadOnly setting in VolumeMounts.", schema::omitzero),
            schema::field(&Self::portals, "portals", "portals is the iSCSI Target Portal List."),
            schema::field(&Self::chap_auth_discovery, "chapAuthDiscovery",
                          "chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication",
                          schema::omitzero),
            schema::field(&Self::chap_auth_session, "chapAuthSession",
                          "chapAuthSession defines whether support iSCSI Session CHAP authentication",
                          schema::omitzero),
            schema::field(&Self::secret_ref, "secretRef",
                          "secretRef is the CHAP Secret for iSCSI target and initiator authentication"),
            schema::field(&Self::initiator_name, "initiatorName",
                          "initiatorName is the custom iSCSI Initiator Name."));
    }
};

struct local_volume_source {
    interned_string path{};
    std::optional<interned_string> fs_type{};

    template <class Self = local_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Local represents directly-attached storage with node affinity",
            schema::field(&Self::path, "path", "path of the full path to the volume on the node.",
                          schema::required),
            schema::field(&Self::fs_type, "fsType", "fsType is the filesystem type to mount."));
    }
};

struct csi_persistent_volume_source {
    interned_string driver{};
    interned_string volume_handle{};
    std::optional<bool> read_only{};
    interned_string fs_type{};
    string_map volume_attributes{};
    boxed<secret_reference> controller_publish_secret_ref{};
    boxed<secret_reference> node_stage_secret_ref{};
    boxed<secret_reference> node_publish_secret_ref{};
    boxed<secret_reference> controller_expand_secret_ref{};
    boxed<secret_reference> node_expand_secret_ref{};

    template <class Self = csi_persistent_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents storage that is managed by an external CSI volume driver",
            schema::field(&Self::driver, "driver", "driver is the name of the driver to use for this volume.",
                          schema::required),
            schema::field(&Self::volume_handle, "volumeHandle",
                          "volumeHandle is the unique volume name returned by the CSI volume plugin’s "
                          "CreateVolume to refer to the volume on all subsequent calls.", schema::required),
            schema::field(&Self::read_only, "readOnly",
                          "readOnly value to pass to ControllerPublishVolumeRequest.", schema::omitzero),
            schema::field(&Self::fs_type, "fsType", "fsType to mount."),
            schema::field(&Self::volume_attributes, "volumeAttributes",
                          "volumeAttributes of the volume to publish."),
            schema::field(&Self::controller_publish_secret_ref, "controllerPublishSecretRef",
                          "controllerPublishSecretRef is a reference to the secret object containing "
                          "sensitive information to pass to the CSI driver to complete the CSI ..."),
            schema::field(&Self::node_stage_secret_ref, "nodeStageSecretRef",
                          "nodeStageSecretRef is a reference to the secret object containing sensitive "
                          "information to pass to the CSI driver to complete the CSI NodeStageVolume and "
                          "..."),
            schema::field(&Self::node_publish_secret_ref, "nodePublishSecretRef",
                          "nodePublishSecretRef is a reference to the secret object containing sensitive "
                          "information to pass to the CSI driver to complete the CSI NodePublishVolume "
                          "and ..."),
            schema::field(&Self::controller_expand_secret_ref, "controllerExpandSecretRef",
                          "controllerExpandSecretRef is a reference to the secret object containing "
                          "sensitive information to pass to the CSI driver to complete the CSI ..."),
            schema::field(&Self::node_expand_secret_ref, "nodeExpandSecretRef",
                          "nodeExpandSecretRef is a reference to the secret object containing sensitive "
                          "information to pass to the CSI driver to complete the CSI NodeExpandVolume "
                          "call."));
    }
};

struct volume_node_affinity {
    boxed<node_selector> required{};

    template <class Self = volume_node_affinity>
    static constexpr auto describe() {
        return schema::object(
            "VolumeNodeAffinity defines constraints that limit what nodes this volume can be accessed "
            "from.",
            schema::field(&Self::required, "required",
                          "required specifies hard node constraints that must be met."));
    }
};

struct persistent_volume_spec {
    quantity_map capacity{};
    boxed<host_path_volume_source> host_path{};
    boxed<nfs_volume_source> nfs{};
    boxed<iscsi_persistent_volume_source> iscsi{};
    boxed<fc_volume_source> fc{};
    boxed<local_volume_source> local{};
    boxed<csi_persistent_volume_source> csi{};
    std::vector<interned_string> access_modes{};
    boxed<object_reference> claim_ref{};
    interned_string persistent_volume_reclaim_policy{};
    interned_string storage_class_name{};
    std::vector<interned_string> mount_options{};
    interned_string volume_mode{};
    boxed<volume_node_affinity> node_affinity{};
    std::optional<interned_string> volume_attributes_class_name{};

    template <class Self = persistent_volume_spec>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolumeSpec is the specification of a persistent volume.",
            schema::field(&Self::capacity, "capacity",
                          "capacity is the description of the persistent volume's resources and capacity."),
            schema::field(&Self::host_path, "hostPath", "hostPath represents a directory on the host."),
            schema::field(&Self::nfs, "nfs", "nfs represents an NFS mount on the host."),
            schema::field(&Self::iscsi, "iscsi",
                          "iscsi represents an ISCSI Disk resource that is attached to a kubelet's host "
                          "machine and then exposed to the pod."),
            schema::field(&Self::fc, "fc",
                          "fc represents a Fibre Channel resource that is attached to a kubelet's host "
                          "machine and then exposed to the pod."),
            schema::field(&Self::local, "local",
                          "local represents directly-attached storage with node affinity"),
            schema::field(&Self::csi, "csi",
                          "csi represents storage that is handled by an external CSI driver."),
            schema::field(&Self::access_modes, "accessModes",
                          "accessModes contains all ways the volume can be mounted."),
            schema::field(&Self::claim_ref, "claimRef",
                          "claimRef is part of a bi-directional binding between PersistentVolume and "
                          "PersistentVolumeClaim."),
            schema::field(&Self::persistent_volume_reclaim_policy, "persistentVolumeReclaimPolicy",
                          "persistentVolumeReclaimPolicy defines what happens to a persistent volume when "
                          "released from its claim."),
            schema::field(&Self::storage_class_name, "storageClassName",
                          "storageClassName is the name of StorageClass to which this persistent volume "
                          "belongs."),
            schema::field(&Self::mount_options, "mountOptions",
                          "mountOptions is the list of mount options, e.g. [\"ro\", \"soft\"]."),
            schema::field(&Self::volume_mode, "volumeMode",
                          "volumeMode defines if a volume is intended to be used with a formatted "
                          "filesystem or to remain in raw block state."),
            schema::field(&Self::node_affinity, "nodeAffinity",
                          "nodeAffinity defines constraints that limit what nodes this volume can be "
                          "accessed from."),
            schema::field(&Self::volume_attributes_class_name, "volumeAttributesClassName",
                          "Name of VolumeAttributesClass to which this persistent volume belongs."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::persistent_volume_spec);
