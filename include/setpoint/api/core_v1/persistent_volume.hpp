#pragma once
// clang-format off
// PersistentVolume (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/persistent_volume_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct persistent_volume_status {
    interned_string phase{};
    interned_string message{};
    interned_string reason{};
    timestamp last_phase_transition_time{};

    template <class Self = persistent_volume_status>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolumeStatus is the current status of a persistent volume.",
            schema::field(&Self::phase, "phase",
                          "phase indicates if a volume is available, bound to a claim, or released by a "
                          "claim."),
            schema::field(&Self::message, "message",
                          "message is a human-readable message indicating details about why the volume is "
                          "in this state.", schema::unique),
            schema::field(&Self::reason, "reason",
                          "reason is a brief CamelCase string that describes any failure and is meant for "
                          "machine parsing and tidy display in the CLI."),
            schema::field(&Self::last_phase_transition_time, "lastPhaseTransitionTime",
                          "lastPhaseTransitionTime is the time the phase transitioned from one to another "
                          "and automatically resets to current time everytime a volume phase transitions."));
    }
};

struct persistent_volume {
    object_meta metadata{};
    persistent_volume_spec spec{};
    persistent_volume_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "PersistentVolume", "persistentvolumes").cluster_scoped();
    }
    template <class Self = persistent_volume>
    static constexpr auto describe() {
        return schema::object(
            "PersistentVolume (PV) is a storage resource provisioned by an administrator.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "spec defines a specification of a persistent volume owned by the cluster."),
            schema::field(&Self::status, "status",
                          "status represents the current information/status for the persistent volume."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::persistent_volume);
