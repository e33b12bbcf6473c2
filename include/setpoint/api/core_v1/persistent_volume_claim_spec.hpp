#pragma once
// clang-format off
// PersistentVolumeClaimSpec (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/typed_local_object_reference.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct volume_resource_requirements {
    quantity_map limits{};
    quantity_map requests{};

    template <class Self = volume_resource_requirements>
    static constexpr auto describe() {
        return schema::object(
            "VolumeResourceRequirements describes the storage resource requirements for a volume.",
            schema::field(&Self::limits, "limits",
                          "Limits describes the maximum amount of compute resources allowed."),
            schema::field(&Self::requests, "requests",
                          "Requests describes the minimum amount of compute resources required."));
    }
};

struct typed_object_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{};
    interned_string name{};
    std::optional<interned_string> ns{};

    template <class Self = typed_object_reference>
    static constexpr auto describe() {
        return schema::object(
            "TypedObjectReference contains enough information to let you locate the typed referenced "
            "object",
            schema::field(&Self::api_group, "apiGroup",
                          "APIGroup is the group for the resource being referenced."),
            schema::field(&Self::kind, "kind", "Kind is the type of resource being referenced",
                          schema::required),
            schema::field(&Self::name, "name", "Name is the name of resource being referenced",
                          schema::required),
            schema::field(&Self::ns, "namespace",
                          "Namespace is the namespace of resource being referenced Note that when a "
                          "namespace is specified, a gateway.networking.k8s.io/ReferenceGrant object is "
                          "required ..."));
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
        return schema::object(
            "PersistentVolumeClaimSpec describes the common attributes of storage devices and allows a "
            "Source for provider-specific attributes",
            schema::field(&Self::access_modes, "accessModes",
                          "accessModes contains the desired access modes the volume should have."),
            schema::field(&Self::selector, "selector",
                          "selector is a label query over volumes to consider for binding."),
            schema::field(&Self::resources, "resources",
                          "resources represents the minimum resources the volume should have."),
            schema::field(&Self::volume_name, "volumeName",
                          "volumeName is the binding reference to the PersistentVolume backing this claim."),
            schema::field(&Self::storage_class_name, "storageClassName",
                          "storageClassName is the name of the StorageClass required by the claim."),
            schema::field(&Self::volume_mode, "volumeMode",
                          "volumeMode defines what type of volume is required by the claim."),
            schema::field(&Self::data_source, "dataSource",
                          "dataSource field can be used to specify either: * An existing VolumeSnapshot "
                          "object (snapshot.storage.k8s.io/VolumeSnapshot) * An existing PVC ..."),
            schema::field(&Self::data_source_ref, "dataSourceRef",
                          "dataSourceRef specifies the object from which to populate the volume with "
                          "data, if a non-empty volume is desired."),
            schema::field(&Self::volume_attributes_class_name, "volumeAttributesClassName",
                          "volumeAttributesClassName may be used to set the VolumeAttributesClass used by "
                          "this claim."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::persistent_volume_claim_spec);
