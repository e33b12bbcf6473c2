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

namespace setpoint {

struct csi_volume {
    interned_string driver{};
    std::optional<bool> read_only{};
    std::optional<interned_string> fs_type{};
    string_map volume_attributes{};
    boxed<local_object_reference> node_publish_secret_ref{};

    static constexpr auto describe() {
        using namespace schema;
        using self = csi_volume;
        return object(
            "Represents a source location of a volume to mount, managed by an external CSI driver.",
            field(&self::driver, "driver", "The name of the CSI driver that handles this volume.", required),
            field(&self::read_only, "readOnly", "A read-only configuration for the volume."),
            field(&self::fs_type, "fsType", "FsType to mount."),
            field(&self::volume_attributes, "volumeAttributes",
                  "VolumeAttributes stores driver-specific properties that are passed to the CSI driver."),
            field(&self::node_publish_secret_ref, "nodePublishSecretRef", ""));
    }
};

struct nfs_volume {
    interned_string server{}, path{};
    std::optional<bool> read_only{};

    static constexpr auto describe() {
        using namespace schema;
        using self = nfs_volume;
        return object(
            "Represents an NFS mount that lasts the lifetime of a pod.",
            field(&self::server, "server", "The hostname or IP address of the NFS server.", required),
            field(&self::path, "path", "Path that is exported by the NFS server.", required),
            field(&self::read_only, "readOnly",
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

    static constexpr auto describe() {
        using namespace schema;
        using self = iscsi_volume;
        return object(
            "Represents an ISCSI disk.",
            field(&self::target_portal, "targetPortal", "ISCSI Target Portal.", required),
            field(&self::iqn, "iqn", "The target iSCSI Qualified Name.", required),
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

struct fc_volume {
    std::vector<interned_string> target_wwns{};
    std::optional<std::int32_t> lun{};
    interned_string fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> wwids{};

    static constexpr auto describe() {
        using namespace schema;
        using self = fc_volume;
        return object(
            "Represents a Fibre Channel volume.",
            field(&self::target_wwns, "targetWWNs", "Optional: FC target worldwide names (WWNs).", exclusive),
            field(&self::lun, "lun", "Optional: FC target lun number."),
            field(&self::fs_type, "fsType", "The filesystem type to mount."),
            field(&self::read_only, "readOnly", "Optional: Defaults to false (read/write).", omitzero),
            field(&self::wwids, "wwids", "", exclusive));
    }
};

struct image_volume {
    interned_string reference{}, pull_policy{};

    static constexpr auto describe() {
        using namespace schema;
        using self = image_volume;
        return object("A image volume resource.",
                      field(&self::reference, "reference", "Image or artifact reference to be used."),
                      field(&self::pull_policy, "pullPolicy", "Policy for pulling OCI objects."));
    }
};

struct persistent_volume_claim_template {
    template_meta metadata{};
    persistent_volume_claim_spec spec{};

    static constexpr auto describe() {
        using namespace schema;
        using self = persistent_volume_claim_template;
        return object(
            "Used to produce PersistentVolumeClaim objects as part of an EphemeralVolumeSource.",
            field(&self::metadata, "metadata",
                  "May contain labels and annotations that will be copied into the PVC when creating it."),
            field(&self::spec, "spec", "The specification for the PersistentVolumeClaim."));
    }
};

struct ephemeral_volume {
    boxed<persistent_volume_claim_template> volume_claim_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = ephemeral_volume;
        return object("Represents an ephemeral volume that is handled by a normal storage driver.",
                      field(&self::volume_claim_template, "volumeClaimTemplate",
                            "Will be used to create a stand-alone PVC to provision the volume."));
    }
};

}  // namespace setpoint
