#pragma once
// clang-format off
// FCVolumeSource (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct fc_volume_source {
    std::vector<interned_string> target_wwns{};
    std::optional<std::int32_t> lun{};
    interned_string fs_type{};
    std::optional<bool> read_only{};
    std::vector<interned_string> wwids{};

    template <class Self = fc_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents a Fibre Channel volume.",
            schema::field(&Self::target_wwns, "targetWWNs",
                          "targetWWNs is Optional: FC target worldwide names (WWNs)"),
            schema::field(&Self::lun, "lun", "lun is Optional: FC target lun number"),
            schema::field(&Self::fs_type, "fsType", "fsType is the filesystem type to mount."),
            schema::field(&Self::read_only, "readOnly",
                          "readOnly is Optional: Defaults to false (read/write).", schema::omitzero),
            schema::field(&Self::wwids, "wwids",
                          "wwids Optional: FC volume world wide identifiers (wwids) Either wwids or "
                          "combination of targetWWNs and lun must be set, but not both simultaneously."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::fc_volume_source);
