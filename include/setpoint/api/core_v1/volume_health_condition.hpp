#pragma once
// clang-format off
// VolumeHealthCondition (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct volume_health_condition {
    interned_string status{};
    interned_string reason{};
    interned_string message{};

    template <class Self = volume_health_condition>
    static constexpr auto describe() {
        return schema::object(
            "VolumeHealthCondition represents an adverse health condition reported for a volume.",
            schema::field(&Self::status, "status", "status is the machine-parseable health category."),
            schema::field(&Self::reason, "reason", "reason is a brief CamelCase machine-parseable reason."),
            schema::field(&Self::message, "message", "message is a human-readable description.",
                          schema::unique));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::volume_health_condition);
