#pragma once
// The Redis API: spec and status.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <cstdint>
#include <vector>

namespace redis {

struct redis_spec {
    std::int32_t port = 6379;
    std::int32_t num = 1;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = redis_spec;
        return object("The desired state of the Redis pods.",
                      field(&self::port, "port",
                            "Port that Redis listens on. A change replaces the pods, one at a time.",
                            minimum(6370), maximum(6380)),
                      field(&self::num, "num", "Number of pods, named <name>-0 to <name>-(num-1).",
                            minimum(0), maximum(1000)));
    }
};

struct redis_status {
    std::int64_t observed_generation = 0;
    std::int32_t replicas = 0;
    std::int32_t ready_replicas = 0;
    std::vector<setpoint::condition> conditions;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = redis_status;
        return object(
            "The observed state of the pods.",
            field(&self::observed_generation, "observedGeneration",
                  "The generation of the spec that this status describes."),
            field(&self::replicas, "replicas", "Number of pods that exist and are not being deleted."),
            field(&self::ready_replicas, "readyReplicas", "Number of desired pods that are ready."),
            field(&self::conditions, "conditions", "Available, Progressing and Degraded.", list_map("type")));
    }
};

struct redis : setpoint::custom_resource<redis_spec, redis_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("myapp.demo.kubebuilder.io", "v1", "Redis", "A group of Redis pods.")
            .plural("redis")
            .scale(".spec.num", ".status.replicas")
            .column("Replicas", "integer", ".status.replicas")
            .column("Ready", "integer", ".status.readyReplicas")
            .column("Port", "integer", ".spec.port")
            .column("Available", "string", ".status.conditions[?(@.type==\"Available\")].status")
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

// The sample of the original (config/samples): three pods on the usual port.
redis sample();

}  // namespace redis
