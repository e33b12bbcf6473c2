#pragma once
// autoscaling/v1 Scale: the scale subresource of a Deployment, a ReplicaSet, a StatefulSet or a
// custom resource with scale(). Read and written with client::get_scale() and related calls.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint::inline v0 {

struct scale_spec {
    std::optional<std::int32_t> replicas;

    template <class Self = scale_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("The desired number of replicas.",
                      field(&Self::replicas, "replicas", "Number of replicas."));
    }
};

struct scale_status {
    std::int32_t replicas = 0;
    std::string selector;  // selects the pods, as text

    template <class Self = scale_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The observed number of replicas.",
                      field(&Self::replicas, "replicas", "Number of replicas."),
                      field(&Self::selector, "selector", "Label selector of the pods."));
    }
};

struct scale {
    object_meta metadata;
    scale_spec spec;
    std::optional<scale_status> status;

    static constexpr auto kind() { return builtin_kind("autoscaling", "v1", "Scale"); }
    template <class Self = scale>
    static constexpr auto describe() {
        using namespace schema;
        return object("The number of replicas of an object.",
                      field(&Self::metadata, "metadata", "Object metadata."), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::scale);
