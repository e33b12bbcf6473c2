#pragma once
// clang-format off
// PersistentVolumeClaim (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim_spec.hpp"
#include "setpoint/api/core_v1/volume_health_condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct modify_volume_status {
    interned_string target_volume_attributes_class_name{};
    interned_string status{};

    template <class Self = modify_volume_status>
    static constexpr auto describe() {
        return schema::object(
            "ModifyVolumeStatus represents the status object of ControllerModifyVolume operation",
            schema::field(&Self::target_volume_attributes_class_name, "targetVolumeAttributesClassName",
                          "targetVolumeAttributesClassName is the name of the VolumeAttributesClass the "
                          "PVC currently being reconciled"),
            schema::field(&Self::status, "status",
                          "status is the status of the ControllerModifyVolume operation."));
    }
};

struct volume_health_status {
    std::vector<volume_health_condition> health_conditions{};
    timestamp last_transition_time{};

    template <class Self = volume_health_status>
    static constexpr auto describe() {
        return schema::object(
            "VolumeHealthStatus contains health information for a volume reported by the CSI controller "
            "plugin.",
            schema::field(&Self::health_conditions, "healthConditions",
                          "conditions is the set of adverse conditions reported by the CSI controller "
                          "plugin.", schema::list_map("status", "reason")),
            schema::field(&Self::last_transition_time, "lastTransitionTime",
                          "lastTransitionTime is when the current set of conditions first appeared."));
    }
};

struct persistent_volume_claim_status {
    interned_string phase{};
    std::vector<interned_string> access_modes{};
    quantity_map capacity{};
    std::vector<condition> conditions{};
    quantity_map allocated_resources{};
    string_map allocated_resource_statuses{};
    std::optional<interned_string> current_volume_attributes_class_name{};
    boxed<core_v1::modify_volume_status> modify_volume_status{};
    boxed<volume_health_status> health_status{};

    template <class Self = persistent_volume_claim_status>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolumeClaimStatus is the current status of a persistent volume claim.",
            schema::field(&Self::phase, "phase",
                          "phase represents the current phase of PersistentVolumeClaim."),
            schema::field(&Self::access_modes, "accessModes",
                          "accessModes contains the actual access modes the volume backing the PVC has."),
            schema::field(&Self::capacity, "capacity",
                          "capacity represents the actual resources of the underlying volume."),
            schema::field(&Self::conditions, "conditions",
                          "conditions is the current Condition of persistent volume claim.",
                          schema::list_map("type")),
            schema::field(&Self::allocated_resources, "allocatedResources",
                          "allocatedResources tracks the resources allocated to a PVC including its "
                          "capacity."),
            schema::field(&Self::allocated_resource_statuses, "allocatedResourceStatuses",
                          "allocatedResourceStatuses stores status of resource being resized for the "
                          "given PVC."),
            schema::field(&Self::current_volume_attributes_class_name, "currentVolumeAttributesClassName",
                          "currentVolumeAttributesClassName is the current name of the "
                          "VolumeAttributesClass the PVC is using."),
            schema::field(&Self::modify_volume_status, "modifyVolumeStatus",
                          "ModifyVolumeStatus represents the status object of ControllerModifyVolume "
                          "operation."),
            schema::field(&Self::health_status, "healthStatus",
                          "healthStatus contains the latest controller-reported health information for "
                          "the volume bound to this claim."));
    }
};

struct persistent_volume_claim {
    object_meta metadata{};
    persistent_volume_claim_spec spec{};
    persistent_volume_claim_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims");
    }
    template <class Self = persistent_volume_claim>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolumeClaim is a user's request for and claim to a persistent volume",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "spec defines the desired characteristics of a volume requested by a pod author."),
            schema::field(&Self::status, "status",
                          "status represents the current information/status of a persistent volume claim."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::persistent_volume_claim);
