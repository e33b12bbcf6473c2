#pragma once
// Specs of volumes and of claims, and parts that they share (pkg/apis/core/validation).

#include "apiserver/validation/field_errors.hpp"

namespace setpoint::inline v0::apiserver {

enum class volume_use : bool { object, inline_volume };
// A PersistentVolumeSpec: of a PersistentVolume with this name, or inline in a VolumeAttachment.
void validate_volume_spec(const bj::object& spec, std::string_view volume_name, volume_use use,
                          const std::string& path, field_errors& to);

// The source of a PersistentVolume: exactly one, and valid. `volume_name` and `affinity` (whether the volume
// has a node affinity) are for sources that depend on them.
void validate_volume_sources(const bj::object& spec, std::string_view volume_name, bool affinity,
                             const std::string& path, field_errors& to);
// The members of a spec that are sources.
bj::object volume_sources_of(const bj::object& spec);

// spec.accessModes of a volume or of a claim, if there are any.
void validate_access_modes(const bj::object& spec, const std::string& path, field_errors& to);

// `old`: the spec before an update, which relaxes some rules; null for a create.
void validate_volume_claim_spec(const bj::object& spec, const bj::object* old, const std::string& path,
                                field_errors& to);
// A template in a pod's ephemeral volume: metadata and spec.
void validate_volume_claim_template(const bj::object& claim, const std::string& path, field_errors& to);

// A quantity that is not positive, or not a whole number of bytes.
void validate_storage_amount(const bj::value& amount, const std::string& path, field_errors& to);
// "must be a valid resource quantity" for a negative one.
void validate_basic_amount(const bj::value& amount, const std::string& path, field_errors& to);

}  // namespace setpoint::inline v0::apiserver
