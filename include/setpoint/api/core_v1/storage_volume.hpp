#pragma once
// Volumes from network storage, drivers and images (core/v1).

#include "setpoint/api/core_v1/claim_spec.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/template_meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct csi_volume {
    interned_string driver{};
    std::optional<bool> read_only{};
    std::optional<interned_string> fs_type{};
    string_map volume_attributes{};
    boxed<local_object_reference> node_publish_secret_ref{};

    template <class Self = csi_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Represents a source location of a volume to mount, managed by an external CSI driver.",
            field(&Self::driver, "driver", "The name of the CSI driver that handles this volume.", required),
            field(&Self::read_only, "readOnly", "A read-only configuration for the volume."),
            field(&Self::fs_type, "fsType", "FsType to mount."),
            field(&Self::volume_attributes, "volumeAttributes",
                  "VolumeAttributes stores driver-specific properties that are passed to the CSI driver."),
            field(&Self::node_publish_secret_ref, "nodePublishSecretRef", ""));
    }
};

struct nfs_volume {
    interned_string server{}, path{};
    std::optional<bool> read_only{};

    template <class Self = nfs_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Represents an NFS mount that lasts the lifetime of a pod.",
            field(&Self::server, "server", "The hostname or IP address of the NFS server.", required),
            field(&Self::path, "path", "Path that is exported by the NFS server.", required),
            field(&Self::read_only, "readOnly",
                  "ReadOnly here will force the NFS export to be mounted with read-only permissions.",
                  omitzero));
    }
};

struct iscsi_volume {
    interned_string target_portal{}, iqn{};
    std::optional<std::int32_t> lun{};
    interned_string iscsi_interface{}, fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> portals{};
    std::optional<bool> chap_auth_discovery{}, chap_auth_session{};
    boxed<local_object_reference> secret_ref{};
    std::optional<interned_string> initiator_name{};

    template <class Self = iscsi_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Represents an ISCSI disk.",
            field(&Self::target_portal, "targetPortal", "ISCSI Target Portal.", required),
            field(&Self::iqn, "iqn", "The target iSCSI Qualified Name.", required),
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

struct fc_volume {
    std::vector<interned_string> target_wwns{};
    std::optional<std::int32_t> lun{};
    interned_string fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> wwids{};

    template <class Self = fc_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Represents a Fibre Channel volume.",
            field(&Self::target_wwns, "targetWWNs", "Optional: FC target worldwide names (WWNs).", exclusive),
            field(&Self::lun, "lun", "Optional: FC target lun number."),
            field(&Self::fs_type, "fsType", "The filesystem type to mount."),
            field(&Self::read_only, "readOnly", "Optional: Defaults to false (read/write).", omitzero),
            field(&Self::wwids, "wwids", "", exclusive));
    }
};

struct image_volume {
    interned_string reference{}, pull_policy{};

    template <class Self = image_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("A image volume resource.",
                      field(&Self::reference, "reference", "Image or artifact reference to be used."),
                      field(&Self::pull_policy, "pullPolicy", "Policy for pulling OCI objects."));
    }
};

struct persistent_volume_claim_template {
    template_meta metadata{};
    persistent_volume_claim_spec spec{};

    template <class Self = persistent_volume_claim_template>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Used to produce PersistentVolumeClaim objects as part of an EphemeralVolumeSource.",
            field(&Self::metadata, "metadata",
                  "May contain labels and annotations that will be copied into the PVC when creating it."),
            field(&Self::spec, "spec", "The specification for the PersistentVolumeClaim."));
    }
};

struct ephemeral_volume {
    boxed<persistent_volume_claim_template> volume_claim_template{};

    template <class Self = ephemeral_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("Represents an ephemeral volume that is handled by a normal storage driver.",
                      field(&Self::volume_claim_template, "volumeClaimTemplate",
                            "Will be used to create a stand-alone PVC to provision the volume."));
    }
};

}  // namespace setpoint::inline v0
