#pragma once
// clang-format off
// Scale (autoscaling/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace autoscaling_v1 {

struct scale_spec {
    std::optional<std::int32_t> replicas{};

    template <class Self = scale_spec>
    static constexpr auto describe() {
        return schema::object(
            "ScaleSpec describes the attributes of a scale subresource.",
            schema::field(&Self::replicas, "replicas",
                          "replicas is the desired number of instances for the scaled object.",
                          schema::omitzero));
    }
};

struct scale_status {
    std::optional<std::int32_t> replicas{};
    interned_string selector{};

    template <class Self = scale_status>
    static constexpr auto describe() {
        return schema::object(
            "ScaleStatus represents the current status of a scale subresource.",
            schema::field(&Self::replicas, "replicas",
                          "replicas is the actual number of observed instances of the scaled object."),
            schema::field(&Self::selector, "selector",
                          "selector is the label query over pods that should match the replicas count."));
    }
};

struct scale {
    object_meta metadata{};
    scale_spec spec{};
    boxed<scale_status> status{};

    static constexpr auto kind() { return builtin_kind("autoscaling", "v1", "Scale"); }
    template <class Self = scale>
    static constexpr auto describe() {
        return schema::object(
            "Scale represents a scaling request for a resource.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec defines the behavior of the scale."),
            schema::field(&Self::status, "status", "status is the current status of the scale."));
    }
};

}}}  // namespace setpoint::v0::autoscaling_v1

SETPOINT_BUILT_IN_KIND(setpoint::autoscaling_v1::scale);
