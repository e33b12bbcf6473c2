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

namespace setpoint::inline v0 {

struct csi_token_request {
    interned_string audience{};
    std::optional<std::int64_t> expiration_seconds{};

    template <class Self = csi_token_request>
    static constexpr auto describe() {
        using namespace schema;
        return object("Parameters of a service account token.",
                      field(&Self::audience, "audience",
                            "The intended audience of the token in 'TokenRequestSpec'.", required),
                      field(&Self::expiration_seconds, "expirationSeconds",
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

    template <class Self = csi_driver_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The specification of a CSIDriver.", field(&Self::attach_required, "attachRequired", ""),
            field(&Self::pod_info_on_mount, "podInfoOnMount", ""),
            field(&Self::volume_lifecycle_modes, "volumeLifecycleModes",
                  "What kind of volumes this CSI volume driver supports.", list_set),
            field(&Self::storage_capacity, "storageCapacity", ""),
            field(&Self::fs_group_policy, "fsGroupPolicy", ""),
            field(&Self::token_requests, "tokenRequests", "", exclusive),
            field(&Self::requires_republish, "requiresRepublish", ""),
            field(&Self::selinux_mount, "seLinuxMount",
                  "If the CSI driver supports '-o context' mount option."),
            field(&Self::node_allocatable_update_period_seconds, "nodeAllocatableUpdatePeriodSeconds", ""),
            field(&Self::service_account_token_in_secrets, "serviceAccountTokenInSecrets", ""),
            field(&Self::prevent_pod_scheduling_if_missing, "preventPodSchedulingIfMissing", ""));
    }
};

struct csi_driver {
    object_meta metadata{};
    csi_driver_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSIDriver", "csidrivers").cluster_scoped();
    }
    template <class Self = csi_driver>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""));
    }
};

struct volume_node_resources {
    std::optional<std::int32_t> count{};

    template <class Self = volume_node_resources>
    static constexpr auto describe() {
        using namespace schema;
        return object("A set of resource limits for scheduling of volumes.",
                      field(&Self::count, "count", ""));
    }
};

struct csi_node_driver {
    interned_string name{}, node_id{};
    std::vector<interned_string> topology_keys{};
    boxed<volume_node_resources> allocatable{};

    template <class Self = csi_node_driver>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Information about the specification of one CSI driver installed on a node.",
            field(&Self::name, "name", "The name of the CSI driver that this object refers to.", required),
            field(&Self::node_id, "nodeID", "NodeID of the node from the driver point of view.", required),
            field(&Self::topology_keys, "topologyKeys", "The list of keys supported by the driver.",
                  exclusive),
            field(&Self::allocatable, "allocatable",
                  "The volume resources of a node that are available for scheduling."));
    }
};

struct csi_node_spec {
    std::vector<csi_node_driver> drivers{};

    template <class Self = csi_node_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Information about the specification of all CSI drivers installed on a node.",
            field(&Self::drivers, "drivers", "A list of information of all CSI Drivers existing on a node.",
                  list_map("name")));
    }
};

struct csi_node {
    object_meta metadata{};
    csi_node_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSINode", "csinodes").cluster_scoped();
    }
    template <class Self = csi_node>
    static constexpr auto describe() {
        using namespace schema;
        return object("Information about all CSI drivers installed on a node.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""));
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
    template <class Self = csi_storage_capacity>
    static constexpr auto describe() {
        using namespace schema;
        return object("CSIStorageCapacity stores the result of one CSI GetCapacity call.",
                      field(&Self::metadata, "metadata", ""),
                      field(&Self::node_topology, "nodeTopology",
                            "Which nodes have access to the storage for which capacity was reported."),
                      field(&Self::storage_class_name, "storageClassName",
                            "The name of the StorageClass that the reported capacity applies to."),
                      field(&Self::capacity, "capacity", ""),
                      field(&Self::maximum_volume_size, "maximumVolumeSize", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::csi_driver);
SETPOINT_BUILT_IN_KIND(setpoint::csi_node);
SETPOINT_BUILT_IN_KIND(setpoint::csi_storage_capacity);
