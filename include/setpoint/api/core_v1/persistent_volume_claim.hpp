#pragma once
// PersistentVolumeClaims (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/claim_spec.hpp"
#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct modify_volume_status {
    interned_string target_volume_attributes_class_name{}, status{};

    template <class Self = modify_volume_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The status object of ControllerModifyVolume operation.",
            field(&Self::target_volume_attributes_class_name, "targetVolumeAttributesClassName",
                  "The name of the VolumeAttributesClass the PVC currently being reconciled."),
            field(&Self::status, "status", "The status of the ControllerModifyVolume operation.", required));
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
    boxed<setpoint::modify_volume_status> modify_volume_status{};

    template <class Self = persistent_volume_claim_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The current status of a persistent volume claim.",
            field(&Self::phase, "phase", "The current phase of PersistentVolumeClaim."),
            field(&Self::access_modes, "accessModes",
                  "The actual access modes the volume backing the PVC has.", exclusive),
            field(&Self::capacity, "capacity", "The actual resources of the underlying volume."),
            field(&Self::conditions, "conditions", "The current Condition of persistent volume claim.",
                  list_map("type")),
            field(&Self::allocated_resources, "allocatedResources",
                  "AllocatedResources tracks the resources allocated to a PVC including its capacity."),
            field(&Self::allocated_resource_statuses, "allocatedResourceStatuses", ""),
            field(&Self::current_volume_attributes_class_name, "currentVolumeAttributesClassName",
                  "The current name of the VolumeAttributesClass the PVC is using."),
            field(&Self::modify_volume_status, "modifyVolumeStatus",
                  "The status object of ControllerModifyVolume operation."));
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
        using namespace schema;
        return object("A user's request for and claim to a persistent volume.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::persistent_volume_claim);
