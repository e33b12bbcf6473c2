#pragma once
// clang-format off
// PriorityClass (scheduling.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace scheduling_v1 {

struct priority_class {
    object_meta metadata{};
    std::optional<std::int32_t> value{};
    std::optional<bool> global_default{};
    interned_string description{};
    interned_string preemption_policy{};

    static constexpr auto kind() {
        return builtin_kind("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses").cluster_scoped();
    }
    template <class Self = priority_class>
    static constexpr auto describe() {
        return schema::object(
            "PriorityClass defines mapping from a priority class name to the priority integer value.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::value, "value",
                          "value represents the integer value of this priority class."),
            schema::field(&Self::global_default, "globalDefault",
                          "globalDefault specifies whether this PriorityClass should be considered as the "
                          "default priority for pods that do not have any priority class.", schema::omitzero),
            schema::field(&Self::description, "description",
                          "description is an arbitrary string that usually provides guidelines on when "
                          "this priority class should be used."),
            schema::field(&Self::preemption_policy, "preemptionPolicy",
                          "preemptionPolicy is the Policy for preempting pods with lower priority."));
    }
};

}}}  // namespace setpoint::v0::scheduling_v1

SETPOINT_BUILT_IN_KIND(setpoint::scheduling_v1::priority_class);
