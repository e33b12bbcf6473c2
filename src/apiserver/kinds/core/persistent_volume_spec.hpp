#pragma once
// Sources of PersistentVolumes (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

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

}}}  // namespace setpoint::v0::apiserver
