#pragma once
// clang-format off
// CSINode (storage.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
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

struct csi_node {
    object_meta metadata{};
    csi_node_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSINode", "csinodes").cluster_scoped();
    }
    template <class Self = csi_node>
    static constexpr auto describe() {
        return schema::object(
            "CSINode holds information about all CSI drivers installed on a node.",
            schema::field(&Self::metadata, "metadata",
                          "Standard object's metadata. metadata.name must be the Kubernetes node name."),
            schema::field(&Self::spec, "spec", "spec is the specification of CSINode"));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::csi_node);
