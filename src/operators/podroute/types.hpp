#pragma once
// The Podroute API: spec and status.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace podroute {

struct podroute_spec {
    std::string image;
    std::int32_t replicas = 1;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = podroute_spec;
        return object(
            "The desired state of the pods behind the Route.",
            field(&self::image, "image", "Container image to run; it listens on port 8080.", required,
                  min_length(1), max_length(1024), pattern("^[^\\s]+$")),
            field(&self::replicas, "replicas", "Number of pods to run. 0 stops them and keeps the rest.",
                  minimum(0), maximum(10000)));
    }
};

struct podroute_status {
    std::int64_t observed_generation = 0;
    std::int32_t replicas = 0;
    std::int32_t ready_replicas = 0;
    std::string host;
    std::vector<setpoint::condition> conditions;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = podroute_status;
        return object("The observed state of the pods and their Route.",
                      field(&self::observed_generation, "observedGeneration",
                            "The generation of the spec that this status describes."),
                      field(&self::replicas, "replicas", "Number of pods that exist."),
                      field(&self::ready_replicas, "readyReplicas", "Number of pods that are ready."),
                      field(&self::host, "host",
                            "The host of the first router that has not refused the "
                            "Route. Empty if there is none."),
                      field(&self::conditions, "conditions",
                            "Available, Progressing, Degraded and RouteAvailable.", list_map("type")));
    }
};

struct podroute : setpoint::custom_resource<podroute_spec, podroute_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("quay.io", "v1alpha1", "Podroute", "Pods behind an OpenShift Route.")
            .plural("podroutes")
            .scale(".spec.replicas", ".status.replicas")
            .column("Replicas", "integer", ".spec.replicas")
            .column("Ready", "integer", ".status.readyReplicas")
            .column("Host", "string", ".status.host")
            .column("Available", "string", ".status.conditions[?(@.type==\"Available\")].status")
            .column("Age", "date", ".metadata.creationTimestamp")
            .column("Image", "string", ".spec.image", "", 1);
    }
};

// Three pods of an image that listens on 8080.
podroute sample();

}  // namespace podroute
