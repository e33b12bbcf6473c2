#pragma once
// ReplicaSets (apps/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct replica_set_spec {
    std::optional<std::int32_t> replicas{}, min_ready_seconds{};
    label_selector selector{};
    pod_template_spec pod_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = replica_set_spec;
        return object("What the replica set should be.",
                      field(&self::replicas, "replicas", "Number of pods."),
                      field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::selector, "selector", "The pods it manages."),
                      field(&self::pod_template, "template", ""));
    }
};

struct replica_set_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, fully_labeled_replicas{}, ready_replicas{}, available_replicas{},
        terminating_replicas{};
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = replica_set_status;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::replicas, "replicas", ""),
                      field(&self::fully_labeled_replicas, "fullyLabeledReplicas", ""),
                      field(&self::ready_replicas, "readyReplicas", ""),
                      field(&self::available_replicas, "availableReplicas", ""),
                      field(&self::terminating_replicas, "terminatingReplicas", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct replica_set {
    object_meta metadata{};
    replica_set_spec spec{};
    replica_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "ReplicaSet", "replicasets"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = replica_set;
        return object("A number of equal pods.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::replica_set);
