#pragma once
// CSI drivers and the nodes that have them (storage.k8s.io/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct csi_token_request {
    interned_string audience{};
    std::optional<std::int64_t> expiration_seconds{};

    static constexpr auto describe() {
        using namespace schema;
        using self = csi_token_request;
        return object("Parameters of a service account token.",
                      field(&self::audience, "audience",
                            "The intended audience of the token in 'TokenRequestSpec'.", required),
                      field(&self::expiration_seconds, "expirationSeconds",
                            "The duration of validity of the token in 'TokenRequestSpec'."));
    }
};

struct csi_driver_spec {
    std::optional<bool> attach_required{}, pod_info_on_mount{};
    std::vector<interned_string> volume_lifecycle_modes{};
    std::optional<bool> storage_capacity{};
    interned_string fs_group_policy{};
    std::vector<csi_token_request> token_requests{};
    std::optional<bool> requires_republish{}, selinux_mount{};
    std::optional<std::int64_t> node_allocatable_update_period_seconds{};
    std::optional<bool> service_account_token_in_secrets{}, prevent_pod_scheduling_if_missing{};

    static constexpr auto describe() {
        using namespace schema;
        using self = csi_driver_spec;
        return object(
            "The specification of a CSIDriver.", field(&self::attach_required, "attachRequired", ""),
            field(&self::pod_info_on_mount, "podInfoOnMount", ""),
            field(&self::volume_lifecycle_modes, "volumeLifecycleModes",
                  "What kind of volumes this CSI volume driver supports.", list_set),
            field(&self::storage_capacity, "storageCapacity", ""),
            field(&self::fs_group_policy, "fsGroupPolicy", ""),
            field(&self::token_requests, "tokenRequests", "", exclusive),
            field(&self::requires_republish, "requiresRepublish", ""),
            field(&self::selinux_mount, "seLinuxMount",
                  "If the CSI driver supports '-o context' mount option."),
            field(&self::node_allocatable_update_period_seconds, "nodeAllocatableUpdatePeriodSeconds", ""),
            field(&self::service_account_token_in_secrets, "serviceAccountTokenInSecrets", ""),
            field(&self::prevent_pod_scheduling_if_missing, "preventPodSchedulingIfMissing", ""));
    }
};

struct csi_driver {
    object_meta metadata{};
    csi_driver_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSIDriver", "csidrivers").cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = csi_driver;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

struct volume_node_resources {
    std::optional<std::int32_t> count{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_node_resources;
        return object("A set of resource limits for scheduling of volumes.",
                      field(&self::count, "count", ""));
    }
};

struct csi_node_driver {
    interned_string name{}, node_id{};
    std::vector<interned_string> topology_keys{};
    boxed<volume_node_resources> allocatable{};

    static constexpr auto describe() {
        using namespace schema;
        using self = csi_node_driver;
        return object(
            "Information about the specification of one CSI driver installed on a node.",
            field(&self::name, "name", "The name of the CSI driver that this object refers to.", required),
            field(&self::node_id, "nodeID", "NodeID of the node from the driver point of view.", required),
            field(&self::topology_keys, "topologyKeys", "The list of keys supported by the driver.",
                  exclusive),
            field(&self::allocatable, "allocatable",
                  "The volume resources of a node that are available for scheduling."));
    }
};

struct csi_node_spec {
    std::vector<csi_node_driver> drivers{};

    static constexpr auto describe() {
        using namespace schema;
        using self = csi_node_spec;
        return object(
            "Information about the specification of all CSI drivers installed on a node.",
            field(&self::drivers, "drivers", "A list of information of all CSI Drivers existing on a node.",
                  list_map("name")));
    }
};

struct csi_node {
    object_meta metadata{};
    csi_node_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSINode", "csinodes").cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = csi_node;
        return object("Information about all CSI drivers installed on a node.",
                      field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

struct csi_storage_capacity {
    object_meta metadata{};
    boxed<label_selector> node_topology{};
    interned_string storage_class_name{};
    quantity capacity{}, maximum_volume_size{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = csi_storage_capacity;
        return object("CSIStorageCapacity stores the result of one CSI GetCapacity call.",
                      field(&self::metadata, "metadata", ""),
                      field(&self::node_topology, "nodeTopology",
                            "Which nodes have access to the storage for which capacity was reported."),
                      field(&self::storage_class_name, "storageClassName",
                            "The name of the StorageClass that the reported capacity applies to."),
                      field(&self::capacity, "capacity", ""),
                      field(&self::maximum_volume_size, "maximumVolumeSize", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::csi_driver);
SETPOINT_COMPILED_TABLE(setpoint::csi_node);
SETPOINT_COMPILED_TABLE(setpoint::csi_storage_capacity);
