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

namespace setpoint::inline v0 {

struct typed_local_object_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{}, name{};

    template <class Self = typed_local_object_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::api_group, "apiGroup", "The group for the resource being referenced."),
                      field(&Self::kind, "kind", "The type of resource being referenced.", required),
                      field(&Self::name, "name", "The name of resource being referenced.", required));
    }
};

struct typed_object_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{}, name{};
    std::optional<interned_string> ns{};

    template <class Self = typed_object_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object("Enough information to let you locate the typed referenced object.",
                      field(&Self::api_group, "apiGroup", "The group for the resource being referenced."),
                      field(&Self::kind, "kind", "The type of resource being referenced.", required),
                      field(&Self::name, "name", "The name of resource being referenced.", required),
                      field(&Self::ns, "namespace", ""));
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

    template <class Self = persistent_volume_claim_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "",
            field(&Self::access_modes, "accessModes", "The desired access modes the volume should have.",
                  exclusive),
            field(&Self::selector, "selector", "A label query over volumes to consider for binding."),
            field(&Self::resources, "resources", "The minimum resources the volume should have."),
            field(&Self::volume_name, "volumeName",
                  "The binding reference to the PersistentVolume backing this claim."),
            field(&Self::storage_class_name, "storageClassName",
                  "The name of the StorageClass required by the claim."),
            field(&Self::volume_mode, "volumeMode", "What type of volume is required by the claim."),
            field(&Self::data_source, "dataSource", ""), field(&Self::data_source_ref, "dataSourceRef", ""),
            field(&Self::volume_attributes_class_name, "volumeAttributesClassName", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_COMPILED_TABLE(setpoint::persistent_volume_claim_spec);
