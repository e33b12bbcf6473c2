#pragma once
// clang-format off
// Volume (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/downward_api_volume_file.hpp"
#include "setpoint/api/core_v1/fc_volume_source.hpp"
#include "setpoint/api/core_v1/host_path_volume_source.hpp"
#include "setpoint/api/core_v1/key_to_path.hpp"
#include "setpoint/api/core_v1/local_object_reference.hpp"
#include "setpoint/api/core_v1/nfs_volume_source.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim_spec.hpp"
#include "setpoint/api/core_v1/projected_volume_source.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/template_meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct empty_dir_volume_source {
    interned_string medium{};
    quantity size_limit{};
    std::optional<std::int32_t> mode{};

    template <class Self = empty_dir_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents an empty directory for a pod.",
            schema::field(&Self::medium, "medium",
                          "medium represents what type of storage medium should back this directory."),
            schema::field(&Self::size_limit, "sizeLimit",
                          "sizeLimit is the total amount of local storage required for this EmptyDir "
                          "volume."),
            schema::field(&Self::mode, "mode",
                          "mode specifies the permission bits for the emptyDir directory, in numeric "
                          "notation (e.g., 0755, 01777)."));
    }
};

struct secret_volume_source {
    interned_string secret_name{};
    std::vector<key_to_path> items{};
    std::optional<std::int32_t> default_mode{};
    std::optional<bool> optional{};
    std::optional<std::int64_t> default_user{};

    template <class Self = secret_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Adapts a Secret into a volume.",
            schema::field(&Self::secret_name, "secretName",
                          "secretName is the name of the secret in the pod's namespace to use."),
            schema::field(&Self::items, "items",
                          "items If unspecified, each key-value pair in the Data field of the referenced "
                          "Secret will be projected into the volume as a file whose name is the key and "
                          "..."),
            schema::field(&Self::default_mode, "defaultMode",
                          "defaultMode is Optional: mode bits used to set permissions on created files by "
                          "default."),
            schema::field(&Self::optional, "optional",
                          "optional field specify whether the Secret or its keys must be defined"),
            schema::field(&Self::default_user, "defaultUser",
                          "defaultUser is Optional: The owner UID of the created files by default."));
    }
};

struct iscsi_volume_source {
    interned_string target_portal{};
    interned_string iqn{};
    std::optional<std::int32_t> lun{};
    interned_string iscsi_interface{};
    interned_string fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> portals{};
    std::optional<bool> chap_auth_discovery{};
    std::optional<bool> chap_auth_session{};
    boxed<local_object_reference> secret_ref{};
    std::optional<interned_string> initiator_name{};

    template <class Self = iscsi_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents an ISCSI disk.",
            schema::field(&Self::target_portal, "targetPortal", "targetPortal is iSCSI Target Portal.",
                          schema::required),
            schema::field(&Self::iqn, "iqn", "iqn is the target iSCSI Qualified Name.", schema::required),
            schema::field(&Self::lun, "lun", "lun represents iSCSI Target Lun number.", schema::required),
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

struct persistent_volume_claim_volume_source {
    interned_string claim_name{};
    std::optional<bool> read_only{};

    template <class Self = persistent_volume_claim_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolumeClaimVolumeSource references the user's PVC in the same namespace.",
            schema::field(&Self::claim_name, "claimName",
                          "claimName is the name of a PersistentVolumeClaim in the same namespace as the "
                          "pod using this volume.", schema::required),
            schema::field(&Self::read_only, "readOnly",
                          "readOnly Will force the ReadOnly setting in VolumeMounts.", schema::omitzero));
    }
};

struct downward_api_volume_source {
    std::vector<downward_api_volume_file> items{};
    std::optional<std::int32_t> default_mode{};
    std::optional<std::int64_t> default_user{};

    template <class Self = downward_api_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "DownwardAPIVolumeSource represents a volume containing downward API info.",
            schema::field(&Self::items, "items", "Items is a list of downward API volume file"),
            schema::field(&Self::default_mode, "defaultMode",
                          "Optional: mode bits to use on created files by default."),
            schema::field(&Self::default_user, "defaultUser",
                          "defaultUser is Optional: The owner UID of the created files by default."));
    }
};

struct config_map_volume_source {
    interned_string name{};
    std::vector<key_to_path> items{};
    std::optional<std::int32_t> default_mode{};
    std::optional<bool> optional{};
    std::optional<std::int64_t> default_user{};

    template <class Self = config_map_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Adapts a ConfigMap into a volume.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::items, "items",
                          "items if unspecified, each key-value pair in the Data field of the referenced "
                          "ConfigMap will be projected into the volume as a file whose name is the key "
                          "and ..."),
            schema::field(&Self::default_mode, "defaultMode",
                          "defaultMode is optional: mode bits used to set permissions on created files by "
                          "default."),
            schema::field(&Self::optional, "optional",
                          "optional specify whether the ConfigMap or its keys must be defined"),
            schema::field(&Self::default_user, "defaultUser",
                          "defaultUser is Optional: The owner UID of the created files by default."));
    }
};

struct csi_volume_source {
    interned_string driver{};
    std::optional<bool> read_only{};
    std::optional<interned_string> fs_type{};
    string_map volume_attributes{};
    boxed<local_object_reference> node_publish_secret_ref{};

    template <class Self = csi_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents a source location of a volume to mount, managed by an external CSI driver",
            schema::field(&Self::driver, "driver",
                          "driver is the name of the CSI driver that handles this volume.", schema::required),
            schema::field(&Self::read_only, "readOnly",
                          "readOnly specifies a read-only configuration for the volume."),
            schema::field(&Self::fs_type, "fsType", "fsType to mount."),
            schema::field(&Self::volume_attributes, "volumeAttributes",
                          "volumeAttributes stores driver-specific properties that are passed to the CSI "
                          "driver."),
            schema::field(&Self::node_publish_secret_ref, "nodePublishSecretRef",
                          "nodePublishSecretRef is a reference to the secret object containing sensitive "
                          "information to pass to the CSI driver to complete the CSI NodePublishVolume "
                          "and ..."));
    }
};

struct persistent_volume_claim_template {
    template_meta metadata{};
    persistent_volume_claim_spec spec{};

    template <class Self = persistent_volume_claim_template>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolumeClaimTemplate is used to produce PersistentVolumeClaim objects as part of an "
            "EphemeralVolumeSource.",
            schema::field(&Self::metadata, "metadata",
                          "May contain labels and annotations that will be copied into the PVC when "
                          "creating it."),
            schema::field(&Self::spec, "spec", "The specification for the PersistentVolumeClaim."));
    }
};

struct ephemeral_volume_source {
    boxed<persistent_volume_claim_template> volume_claim_template{};

    template <class Self = ephemeral_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents an ephemeral volume that is handled by a normal storage driver.",
            schema::field(&Self::volume_claim_template, "volumeClaimTemplate",
                          "Will be used to create a stand-alone PVC to provision the volume."));
    }
};

struct image_volume_source {
    interned_string reference{};
    interned_string pull_policy{};

    template <class Self = image_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "ImageVolumeSource represents a image volume resource.",
            schema::field(&Self::reference, "reference", "Required: Image or artifact reference to be used."),
            schema::field(&Self::pull_policy, "pullPolicy", "Policy for pulling OCI objects."));
    }
};

struct volume {
    interned_string name{};
    boxed<host_path_volume_source> host_path{};
    boxed<empty_dir_volume_source> empty_dir{};
    boxed<secret_volume_source> secret{};
    boxed<nfs_volume_source> nfs{};
    boxed<iscsi_volume_source> iscsi{};
    boxed<persistent_volume_claim_volume_source> persistent_volume_claim{};
    boxed<downward_api_volume_source> downward_api{};
    boxed<fc_volume_source> fc{};
    boxed<config_map_volume_source> config_map{};
    boxed<projected_volume_source> projected{};
    boxed<csi_volume_source> csi{};
    boxed<ephemeral_volume_source> ephemeral{};
    boxed<image_volume_source> image{};

    template <class Self = volume>
    static constexpr auto describe() {
        return schema::object(
            "Volume represents a named volume in a pod that may be accessed by any container in the pod.",
            schema::field(&Self::name, "name", "name of the volume.", schema::required),
            schema::field(&Self::host_path, "hostPath",
                          "hostPath represents a pre-existing file or directory on the host machine that "
                          "is directly exposed to the container."),
            schema::field(&Self::empty_dir, "emptyDir",
                          "emptyDir represents a temporary directory that shares a pod's lifetime."),
            schema::field(&Self::secret, "secret",
                          "secret represents a secret that should populate this volume."),
            schema::field(&Self::nfs, "nfs",
                          "nfs represents an NFS mount on the host that shares a pod's lifetime."),
            schema::field(&Self::iscsi, "iscsi",
                          "iscsi represents an ISCSI Disk resource that is attached to a kubelet's host "
                          "machine and then exposed to the pod."),
            schema::field(&Self::persistent_volume_claim, "persistentVolumeClaim",
                          "persistentVolumeClaimVolumeSource represents a reference to a "
                          "PersistentVolumeClaim in the same namespace."),
            schema::field(&Self::downward_api, "downwardAPI",
                          "downwardAPI represents downward API about the pod that should populate this "
                          "volume"),
            schema::field(&Self::fc, "fc",
                          "fc represents a Fibre Channel resource that is attached to a kubelet's host "
                          "machine and then exposed to the pod."),
            schema::field(&Self::config_map, "configMap",
                          "configMap represents a configMap that should populate this volume"),
            schema::field(&Self::projected, "projected",
                          "projected items for all in one resources secrets, configmaps, and downward API"),
            schema::field(&Self::csi, "csi",
                          "csi (Container Storage Interface) represents ephemeral storage that is handled "
                          "by certain external CSI drivers."),
            schema::field(&Self::ephemeral, "ephemeral",
                          "ephemeral represents a volume that is handled by a cluster storage driver."),
            schema::field(&Self::image, "image",
                          "image represents an OCI object (a container image or artifact) pulled and "
                          "mounted on the kubelet's host machine."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::volume);
