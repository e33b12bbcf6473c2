#pragma once
// PriorityClasses (scheduling.k8s.io/v1). Unset fields are never sent.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint {

struct priority_class {
    object_meta metadata{};
    std::optional<std::int32_t> value{};
    std::optional<bool> global_default{};
    interned_string description{}, preemption_policy{};

    static constexpr auto kind() {
        return builtin_kind("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses").cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = priority_class;
        return object("Mapping from a priority class name to the priority integer value.",
                      field(&self::metadata, "metadata", ""),
                      field(&self::value, "value", "The integer value of this priority class."),
                      field(&self::global_default, "globalDefault", "", omitzero),
                      field(&self::description, "description", ""),
                      field(&self::preemption_policy, "preemptionPolicy",
                            "The Policy for preempting pods with lower priority."));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::priority_class);
