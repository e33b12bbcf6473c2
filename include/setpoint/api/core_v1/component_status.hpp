#pragma once
// clang-format off
// ComponentStatus (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct component_condition {
    interned_string type{};
    interned_string status{};
    interned_string message{};
    interned_string error{};

    template <class Self = component_condition>
    static constexpr auto describe() {
        return schema::object(
            "Information about the condition of a component.",
            schema::field(&Self::type, "type", "Type of condition for a component.", schema::required),
            schema::field(&Self::status, "status", "Status of the condition for a component.",
                          schema::required),
            schema::field(&Self::message, "message", "Message about the condition for a component.",
                          schema::unique),
            schema::field(&Self::error, "error", "Condition error code for a component."));
    }
};

struct component_status {
    object_meta metadata{};
    std::vector<component_condition> conditions{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "ComponentStatus", "componentstatuses").cluster_scoped();
    }
    template <class Self = component_status>
    static constexpr auto describe() {
        return schema::object(
            "ComponentStatus (and ComponentStatusList) holds the cluster validation info.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::conditions, "conditions", "List of component conditions observed",
                          schema::list_map("type")));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::component_status);
