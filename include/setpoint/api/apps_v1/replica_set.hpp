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

namespace setpoint::inline v0 {

struct replica_set_spec {
    std::optional<std::int32_t> replicas{}, min_ready_seconds{};
    label_selector selector{};
    pod_template_spec pod_template{};

    template <class Self = replica_set_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("What the replica set should be.",
                      field(&Self::replicas, "replicas", "Number of pods."),
                      field(&Self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&Self::selector, "selector", "The pods it manages."),
                      field(&Self::pod_template, "template", ""));
    }
};

struct replica_set_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, fully_labeled_replicas{}, ready_replicas{}, available_replicas{},
        terminating_replicas{};
    std::vector<condition> conditions{};

    template <class Self = replica_set_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::observed_generation, "observedGeneration", ""),
                      field(&Self::replicas, "replicas", ""),
                      field(&Self::fully_labeled_replicas, "fullyLabeledReplicas", ""),
                      field(&Self::ready_replicas, "readyReplicas", ""),
                      field(&Self::available_replicas, "availableReplicas", ""),
                      field(&Self::terminating_replicas, "terminatingReplicas", ""),
                      field(&Self::conditions, "conditions", "", list_map("type")));
    }
};

struct replica_set {
    object_meta metadata{};
    replica_set_spec spec{};
    replica_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "ReplicaSet", "replicasets"); }
    template <class Self = replica_set>
    static constexpr auto describe() {
        using namespace schema;
        return object("A number of equal pods.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::replica_set);
