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

namespace setpoint {

struct topology_selector_label_requirement {
    interned_string key{};
    std::vector<interned_string> values{};

    static constexpr auto describe() {
        using namespace schema;
        using self = topology_selector_label_requirement;
        return object("A topology selector requirement is a selector that matches given label.",
                      field(&self::key, "key", "The label key that the selector applies to.", required),
                      field(&self::values, "values", "An array of string values.", exclusive));
    }
};

struct topology_selector_term {
    std::vector<topology_selector_label_requirement> match_label_expressions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = topology_selector_term;
        return object("A topology selector term represents the result of label queries.",
                      field(&self::match_label_expressions, "matchLabelExpressions",
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
    static constexpr auto describe() {
        using namespace schema;
        using self = storage_class;
        return object(
            "", field(&self::metadata, "metadata", ""),
            field(&self::provisioner, "provisioner", "Indicates the type of the provisioner."),
            field(&self::parameters, "parameters",
                  "The parameters for the provisioner that should create volumes of this storage class."),
            field(&self::reclaim_policy, "reclaimPolicy", ""),
            field(&self::mount_options, "mountOptions", "", exclusive),
            field(&self::allow_volume_expansion, "allowVolumeExpansion",
                  "AllowVolumeExpansion shows whether the storage class allow volume expand."),
            field(&self::volume_binding_mode, "volumeBindingMode",
                  "Indicates how PersistentVolumeClaims should be provisioned and bound."),
            field(&self::allowed_topologies, "allowedTopologies", "", exclusive));
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
    static constexpr auto describe() {
        using namespace schema;
        using self = volume_attributes_class;
        return object(
            "A specification of mutable volume attributes defined by the CSI driver.",
            field(&self::metadata, "metadata", ""),
            field(&self::driver_name, "driverName", "Name of the CSI driver This field is immutable."),
            field(&self::parameters, "parameters",
                  "Parameters hold volume attributes defined by the CSI driver."));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::storage_class);
SETPOINT_COMPILED_TABLE(setpoint::volume_attributes_class);
