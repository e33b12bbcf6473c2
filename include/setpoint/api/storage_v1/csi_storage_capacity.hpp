#pragma once
// clang-format off
// CSIStorageCapacity (storage.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace storage_v1 {

struct csi_storage_capacity {
    object_meta metadata{};
    boxed<label_selector> node_topology{};
    interned_string storage_class_name{};
    quantity capacity{};
    quantity maximum_volume_size{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities");
    }
    template <class Self = csi_storage_capacity>
    static constexpr auto describe() {
        return schema::object(
            "CSIStorageCapacity stores the result of one CSI GetCapacity call.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::node_topology, "nodeTopology",
                          "nodeTopology defines which nodes have access to the storage for which capacity "
                          "was reported."),
            schema::field(&Self::storage_class_name, "storageClassName",
                          "storageClassName represents the name of the StorageClass that the reported "
                          "capacity applies to."),
            schema::field(&Self::capacity, "capacity",
                          "capacity is the value reported by the CSI driver in its GetCapacityResponse "
                          "for a GetCapacityRequest with topology and parameters that match the previous "
                          "..."),
            schema::field(&Self::maximum_volume_size, "maximumVolumeSize",
                          "maximumVolumeSize is the value reported by the CSI driver in its "
                          "GetCapacityResponse for a GetCapacityRequest with topology and parameters that "
                          "match the ..."));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::csi_storage_capacity);
