#pragma once
// clang-format off
// StorageClass (storage.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/topology_selector_term.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace storage_v1 {

struct storage_class {
    object_meta metadata{};
    interned_string provisioner{};
    string_map parameters{};
    interned_string reclaim_policy{};
    std::vector<interned_string> mount_options{};
    std::optional<bool> allow_volume_expansion{};
    interned_string volume_binding_mode{};
    std::vector<core_v1::topology_selector_term> allowed_topologies{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "StorageClass", "storageclasses").cluster_scoped();
    }
    template <class Self = storage_class>
    static constexpr auto describe() {
        return schema::object(
            "StorageClass describes the parameters for a class of storage for which PersistentVolumes can "
            "be dynamically provisioned.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::provisioner, "provisioner",
                          "provisioner indicates the type of the provisioner."),
            schema::field(&Self::parameters, "parameters",
                          "parameters holds the parameters for the provisioner that should create volumes "
                          "of this storage class."),
            schema::field(&Self::reclaim_policy, "reclaimPolicy",
                          "reclaimPolicy controls the reclaimPolicy for dynamically provisioned "
                          "PersistentVolumes of this storage class."),
            schema::field(&Self::mount_options, "mountOptions",
                          "mountOptions controls the mountOptions for dynamically provisioned "
                          "PersistentVolumes of this storage class. e.g. [\"ro\", \"soft\"]."),
            schema::field(&Self::allow_volume_expansion, "allowVolumeExpansion",
                          "allowVolumeExpansion shows whether the storage class allow volume expand."),
            schema::field(&Self::volume_binding_mode, "volumeBindingMode",
                          "volumeBindingMode indicates how PersistentVolumeClaims should be provisioned "
                          "and bound."),
            schema::field(&Self::allowed_topologies, "allowedTopologies",
                          "allowedTopologies restrict the node topologies where volumes can be "
                          "dynamically provisioned."));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::storage_class);
