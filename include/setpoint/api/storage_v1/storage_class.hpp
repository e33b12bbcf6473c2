#pragma once
// StorageClasses (storage.k8s.io/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct topology_selector_label_requirement {
    interned_string key{};
    std::vector<interned_string> values{};

    template <class Self = topology_selector_label_requirement>
    static constexpr auto describe() {
        using namespace schema;
        return object("A topology selector requirement is a selector that matches given label.",
                      field(&Self::key, "key", "The label key that the selector applies to.", required),
                      field(&Self::values, "values", "An array of string values.", exclusive));
    }
};

struct topology_selector_term {
    std::vector<topology_selector_label_requirement> match_label_expressions{};

    template <class Self = topology_selector_term>
    static constexpr auto describe() {
        using namespace schema;
        return object("A topology selector term represents the result of label queries.",
                      field(&Self::match_label_expressions, "matchLabelExpressions",
                            "A list of topology selector requirements by labels.", exclusive));
    }
};

struct storage_class {
    object_meta metadata{};
    interned_string provisioner{};
    string_map parameters{};
    interned_string reclaim_policy{};
    std::vector<interned_string> mount_options{};
    std::optional<bool> allow_volume_expansion{};
    interned_string volume_binding_mode{};
    std::vector<topology_selector_term> allowed_topologies{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "StorageClass", "storageclasses").cluster_scoped();
    }
    template <class Self = storage_class>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::metadata, "metadata", ""),
            field(&Self::provisioner, "provisioner", "Indicates the type of the provisioner."),
            field(&Self::parameters, "parameters",
                  "The parameters for the provisioner that should create volumes of this storage class."),
            field(&Self::reclaim_policy, "reclaimPolicy", ""),
            field(&Self::mount_options, "mountOptions", "", exclusive),
            field(&Self::allow_volume_expansion, "allowVolumeExpansion",
                  "AllowVolumeExpansion shows whether the storage class allow volume expand."),
            field(&Self::volume_binding_mode, "volumeBindingMode",
                  "Indicates how PersistentVolumeClaims should be provisioned and bound."),
            field(&Self::allowed_topologies, "allowedTopologies", "", exclusive));
    }
};

struct volume_attributes_class {
    object_meta metadata{};
    interned_string driver_name{};
    string_map parameters{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "VolumeAttributesClass", "volumeattributesclasses")
            .cluster_scoped();
    }
    template <class Self = volume_attributes_class>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A specification of mutable volume attributes defined by the CSI driver.",
            field(&Self::metadata, "metadata", ""),
            field(&Self::driver_name, "driverName", "Name of the CSI driver This field is immutable."),
            field(&Self::parameters, "parameters",
                  "Parameters hold volume attributes defined by the CSI driver."));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::storage_class);
SETPOINT_BUILT_IN_KIND(setpoint::volume_attributes_class);
