#pragma once
// PriorityClasses (scheduling.k8s.io/v1). Unset fields are never sent.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

struct priority_class {
    object_meta metadata{};
    std::optional<std::int32_t> value{};
    std::optional<bool> global_default{};
    interned_string description{}, preemption_policy{};

    static constexpr auto kind() {
        return builtin_kind("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses").cluster_scoped();
    }
    template <class Self = priority_class>
    static constexpr auto describe() {
        using namespace schema;
        return object("Mapping from a priority class name to the priority integer value.",
                      field(&Self::metadata, "metadata", ""),
                      field(&Self::value, "value", "The integer value of this priority class."),
                      field(&Self::global_default, "globalDefault", "", omitzero),
                      field(&Self::description, "description", ""),
                      field(&Self::preemption_policy, "preemptionPolicy",
                            "The Policy for preempting pods with lower priority."));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::priority_class);
