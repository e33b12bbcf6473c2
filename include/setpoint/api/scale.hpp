#pragma once
// autoscaling/v1 Scale: the scale subresource of a Deployment, a ReplicaSet, a StatefulSet or a
// custom resource with scale(). Read and written with client::get_scale() and related calls.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint {

struct scale_spec {
    std::optional<std::int32_t> replicas;

    static constexpr auto describe() {
        using namespace schema;
        using self = scale_spec;
        return object("The desired number of replicas.",
                      field(&self::replicas, "replicas", "Number of replicas."));
    }
};

struct scale_status {
    std::int32_t replicas = 0;
    std::string selector;  // selects the pods, as text

    static constexpr auto describe() {
        using namespace schema;
        using self = scale_status;
        return object("The observed number of replicas.",
                      field(&self::replicas, "replicas", "Number of replicas."),
                      field(&self::selector, "selector", "Label selector of the pods."));
    }
};

struct scale {
    object_meta metadata;
    scale_spec spec;
    std::optional<scale_status> status;

    static constexpr auto kind() { return builtin_kind("autoscaling", "v1", "Scale"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = scale;
        return object("The number of replicas of an object.",
                      field(&self::metadata, "metadata", "Object metadata."), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::scale);
