#pragma once
// Partial types of claims, volumes and storage classes.

#include "setpoint/api/core_v1/persistent_volume.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attributes_class.hpp"

#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_claim_spec {
    std::vector<interned_string> access_modes{};
    boxed<label_selector> selector{};
    volume_resource_requirements resources{};
    interned_string volume_name{}, volume_mode{};
    std::optional<interned_string> storage_class_name{}, volume_attributes_class_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_claim_spec;
        return object("", field(&self::access_modes, "accessModes", "", exclusive),
                      field(&self::selector, "selector", ""), field(&self::resources, "resources", ""),
                      field(&self::volume_name, "volumeName", ""),
                      field(&self::volume_mode, "volumeMode", ""),
                      field(&self::storage_class_name, "storageClassName", ""),
                      field(&self::volume_attributes_class_name, "volumeAttributesClassName", ""));
    }
};

struct partial_claim_status {
    interned_string phase{};
    std::vector<interned_string> access_modes{};
    quantity_map capacity{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_claim_status;
        return object("", field(&self::phase, "phase", ""),
                      field(&self::access_modes, "accessModes", "", exclusive),
                      field(&self::capacity, "capacity", ""));
    }
};

struct partial_claim {
    object_meta metadata{};
    partial_claim_spec spec{};
    partial_claim_status status{};

    static constexpr auto kind() { return partial<persistent_volume_claim>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_claim;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};
using claim_ptr = std::shared_ptr<const partial_claim>;

struct partial_volume_spec {
    quantity_map capacity{};
    std::vector<interned_string> access_modes{};
    boxed<object_reference> claim_ref{};
    interned_string reclaim_policy{}, storage_class_name{}, volume_mode{};
    boxed<volume_node_affinity> node_affinity{};
    std::optional<interned_string> volume_attributes_class_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_volume_spec;
        return object(
            "", field(&self::capacity, "capacity", ""),
            field(&self::access_modes, "accessModes", "", exclusive), field(&self::claim_ref, "claimRef", ""),
            field(&self::reclaim_policy, "persistentVolumeReclaimPolicy", ""),
            field(&self::storage_class_name, "storageClassName", ""),
            field(&self::volume_mode, "volumeMode", ""), field(&self::node_affinity, "nodeAffinity", ""),
            field(&self::volume_attributes_class_name, "volumeAttributesClassName", ""));
    }
};

struct partial_volume_status {
    interned_string phase{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_volume_status::phase, "phase", ""));
    }
};

struct partial_volume {
    object_meta metadata{};
    partial_volume_spec spec{};
    partial_volume_status status{};

    static constexpr auto kind() { return partial<persistent_volume>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_volume;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};
using volume_ptr = std::shared_ptr<const partial_volume>;

struct partial_storage_class {
    object_meta metadata{};
    interned_string provisioner{}, reclaim_policy{}, volume_binding_mode{};
    std::optional<bool> allow_volume_expansion{};

    static constexpr auto kind() { return partial<storage_class>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_storage_class;
        return object("", field(&self::metadata, "metadata", ""),
                      field(&self::provisioner, "provisioner", ""),
                      field(&self::reclaim_policy, "reclaimPolicy", ""),
                      field(&self::volume_binding_mode, "volumeBindingMode", ""),
                      field(&self::allow_volume_expansion, "allowVolumeExpansion", ""));
    }
};
using class_ptr = std::shared_ptr<const partial_storage_class>;

}}}  // namespace setpoint::v0::apiserver
