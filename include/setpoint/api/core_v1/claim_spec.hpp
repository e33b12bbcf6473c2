#pragma once
// The spec of PersistentVolumeClaims (core/v1), also used by pods for ephemeral volumes.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/resources.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint {

struct typed_local_object_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{}, name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = typed_local_object_reference;
        return object("", field(&self::api_group, "apiGroup", "The group for the resource being referenced."),
                      field(&self::kind, "kind", "The type of resource being referenced.", required),
                      field(&self::name, "name", "The name of resource being referenced.", required));
    }
};

struct typed_object_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{}, name{};
    std::optional<interned_string> ns{};

    static constexpr auto describe() {
        using namespace schema;
        using self = typed_object_reference;
        return object("Enough information to let you locate the typed referenced object.",
                      field(&self::api_group, "apiGroup", "The group for the resource being referenced."),
                      field(&self::kind, "kind", "The type of resource being referenced.", required),
                      field(&self::name, "name", "The name of resource being referenced.", required),
                      field(&self::ns, "namespace", ""));
    }
};

struct persistent_volume_claim_spec {
    std::vector<interned_string> access_modes{};
    boxed<label_selector> selector{};
    volume_resource_requirements resources{};
    interned_string volume_name{};
    std::optional<interned_string> storage_class_name{};
    interned_string volume_mode{};
    boxed<typed_local_object_reference> data_source{};
    boxed<typed_object_reference> data_source_ref{};
    std::optional<interned_string> volume_attributes_class_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = persistent_volume_claim_spec;
        return object(
            "",
            field(&self::access_modes, "accessModes", "The desired access modes the volume should have.",
                  exclusive),
            field(&self::selector, "selector", "A label query over volumes to consider for binding."),
            field(&self::resources, "resources", "The minimum resources the volume should have."),
            field(&self::volume_name, "volumeName",
                  "The binding reference to the PersistentVolume backing this claim."),
            field(&self::storage_class_name, "storageClassName",
                  "The name of the StorageClass required by the claim."),
            field(&self::volume_mode, "volumeMode", "What type of volume is required by the claim."),
            field(&self::data_source, "dataSource", ""), field(&self::data_source_ref, "dataSourceRef", ""),
            field(&self::volume_attributes_class_name, "volumeAttributesClassName", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::persistent_volume_claim_spec);
