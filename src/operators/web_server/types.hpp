#pragma once
// The WebServer API: spec and status.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace web_server {

struct web_server_spec {
    std::int32_t replicas = 1;
    std::string image;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = web_server_spec;
        return object("The desired state of the web server.",
                      field(&self::replicas, "replicas",
                            "Number of pods to run. 0 stops the web server and keeps the rest.", minimum(0),
                            maximum(10000)),
                      field(&self::image, "image", "Container image to run, for example nginx:1.23.1.",
                            required, min_length(1), max_length(1024)));
    }
};

struct web_server_status {
    std::int64_t observed_generation = 0;
    std::int32_t replicas = 0;
    std::int32_t ready_replicas = 0;
    std::vector<setpoint::condition> conditions;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = web_server_status;
        return object(
            "The observed state of the web server.",
            field(&self::observed_generation, "observedGeneration",
                  "The generation of the spec that this status describes."),
            field(&self::replicas, "replicas", "Number of pods that exist."),
            field(&self::ready_replicas, "readyReplicas", "Number of pods that are ready."),
            field(&self::conditions, "conditions", "Available, Progressing and Degraded.", list_map("type")));
    }
};

struct web_server : setpoint::custom_resource<web_server_spec, web_server_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("my.domain", "v1", "WebServer",
                                     "A group of web server pods behind one Service.")
            .plural("webservers")
            .short_name("ws")
            .scale(".spec.replicas", ".status.replicas")
            .column("Replicas", "integer", ".spec.replicas")
            .column("Ready", "integer", ".status.readyReplicas")
            .column("Image", "string", ".spec.image")
            .column("Available", "string", ".status.conditions[?(@.type==\"Available\")].status")
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

}  // namespace web_server
