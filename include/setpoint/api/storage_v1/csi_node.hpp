#pragma once
// clang-format off
// CSINode (storage.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace storage_v1 {

struct volume_node_resources {
    std::optional<std::int32_t> count{};

    template <class Self = volume_node_resources>
    static constexpr auto describe() {
        return schema::object(
            "VolumeNodeResources is a set of resource limits for scheduling of volumes.",
            schema::field(&Self::count, "count",
                          "count indicates the maximum number of unique volumes managed by the CSI driver "
                          "that can be used on a node."));
    }
};

struct csi_node_driver {
    interned_string name{};
    interned_string node_id{};
    std::vector<interned_string> topology_keys{};
    boxed<volume_node_resources> allocatable{};

    template <class Self = csi_node_driver>
    static constexpr auto describe() {
        return schema::object(
            "CSINodeDriver holds information about the specification of one CSI driver installed on a node",
            schema::field(&Self::name, "name",
                          "name represents the name of the CSI driver that this object refers to.",
                          schema::required),
            schema::field(&Self::node_id, "nodeID", "nodeID of the node from the driver point of view.",
                          schema::required),
            schema::field(&Self::topology_keys, "topologyKeys",
                          "topologyKeys is the list of keys supported by the driver."),
            schema::field(&Self::allocatable, "allocatable",
                          "allocatable represents the volume resources of a node that are available for "
                          "scheduling."));
    }
};

struct csi_node_spec {
    std::vector<csi_node_driver> drivers{};

    template <class Self = csi_node_spec>
    static constexpr auto describe() {
        return schema::object(
            "CSINodeSpec holds information about the specification of all CSI drivers installed on a node",
            schema::field(&Self::drivers, "drivers",
                          "drivers is a list of information of all CSI Drivers existing on a node.",
                          schema::list_map("name")));
    }
};

struct storage_health_condition {
    interned_string status{};
    interned_string reason{};
    interned_string message{};
    interned_string access_mode{};
    interned_string volume_mode{};
    timestamp last_transition_time{};

    template <class Self = storage_health_condition>
    static constexpr auto describe() {
        return schema::object(
            "StorageHealthCondition represents an adverse health condition reported by a CSI driver for "
            "its storage backend on a node.",
            schema::field(&Self::status, "status", "status is the health status category."),
            schema::field(&Self::reason, "reason", "reason is a brief CamelCase machine-parseable reason."),
            schema::field(&Self::message, "message", "message is a human-readable description.",
                          schema::unique),
            schema::field(&Self::access_mode, "accessMode", "accessMode is the access mode affected."),
            schema::field(&Self::volume_mode, "volumeMode", "volumeMode is the volume mode affected."),
            schema::field(&Self::last_transition_time, "lastTransitionTime",
                          "lastTransitionTime is when this condition first appeared at its current state."));
    }
};

struct storage_health {
    interned_string name{};
    std::vector<storage_health_condition> health_conditions{};

    template <class Self = storage_health>
    static constexpr auto describe() {
        return schema::object(
            "StorageHealth contains storage backend health reported by a CSI driver on a node.",
            schema::field(&Self::name, "name", "name is the CSI driver name, matching CSINodeDriver.name."),
            schema::field(&Self::health_conditions, "healthConditions",
                          "healthConditions are the adverse storage backend conditions reported by the "
                          "CSI driver."));
    }
};

struct csi_node_status {
    std::vector<storage_v1::storage_health> storage_health{};

    template <class Self = csi_node_status>
    static constexpr auto describe() {
        return schema::object(
            "CSINodeStatus contains health and status information for storage on a node.",
            schema::field(&Self::storage_health, "storageHealth",
                          "storageHealth contains backend health reports for CSI drivers registered on "
                          "the node.", schema::list_map("name")));
    }
};

struct csi_node {
    object_meta metadata{};
    csi_node_spec spec{};
    csi_node_status status{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSINode", "csinodes").cluster_scoped();
    }
    template <class Self = csi_node>
    static constexpr auto describe() {
        return schema::object(
            "CSINode holds information about all CSI drivers installed on a node.",
            schema::field(&Self::metadata, "metadata",
                          "metadata is the standard object metadata. metadata.name must be the Kubernetes "
                          "node name."),
            schema::field(&Self::spec, "spec", "spec is the specification of CSINode"),
            schema::field(&Self::status, "status",
                          "status contains health and status information for the node's storage."));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::csi_node);
