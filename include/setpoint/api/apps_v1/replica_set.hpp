#pragma once
// clang-format off
// ReplicaSet (apps/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apps_v1 {

struct replica_set_spec {
    std::optional<std::int32_t> replicas{};
    std::optional<std::int32_t> min_ready_seconds{};
    label_selector selector{};
    core_v1::pod_template_spec pod_template{};

    template <class Self = replica_set_spec>
    static constexpr auto describe() {
        return schema::object(
            "ReplicaSetSpec is the specification of a ReplicaSet.",
            schema::field(&Self::replicas, "replicas", "Replicas is the number of desired pods."),
            schema::field(&Self::min_ready_seconds, "minReadySeconds",
                          "Minimum number of seconds for which a newly created pod should be ready "
                          "without any of its container crashing, for it to be considered available.",
                          schema::omitzero),
            schema::field(&Self::selector, "selector",
                          "Selector is a label query over pods that should match the replica count."),
            schema::field(&Self::pod_template, "template",
                          "Template is the object that describes the pod that will be created if "
                          "insufficient replicas are detected."));
    }
};

struct replica_set_status {
    std::optional<std::int32_t> replicas{};
    std::optional<std::int32_t> fully_labeled_replicas{};
    std::optional<std::int32_t> ready_replicas{};
    std::optional<std::int32_t> available_replicas{};
    std::optional<std::int32_t> terminating_replicas{};
    generation_number observed_generation{};
    std::vector<condition> conditions{};

    template <class Self = replica_set_status>
    static constexpr auto describe() {
        return schema::object(
            "ReplicaSetStatus represents the current status of a ReplicaSet.",
            schema::field(&Self::replicas, "replicas",
                          "Replicas is the most recently observed number of non-terminating pods."),
            schema::field(&Self::fully_labeled_replicas, "fullyLabeledReplicas",
                          "The number of non-terminating pods that have labels matching the labels of the "
                          "pod template of the replicaset.", schema::omitzero),
            schema::field(&Self::ready_replicas, "readyReplicas",
                          "The number of non-terminating pods targeted by this ReplicaSet with a Ready "
                          "Condition.", schema::omitzero),
            schema::field(&Self::available_replicas, "availableReplicas",
                          "The number of available non-terminating pods (ready for at least "
                          "minReadySeconds) for this replica set.", schema::omitzero),
            schema::field(&Self::terminating_replicas, "terminatingReplicas",
                          "The number of terminating pods for this replica set."),
            schema::field(&Self::observed_generation, "observedGeneration",
                          "ObservedGeneration reflects the generation of the most recently observed "
                          "ReplicaSet."),
            schema::field(&Self::conditions, "conditions",
                          "Represents the latest available observations of a replica set's current state.",
                          schema::list_map("type")));
    }
};

struct replica_set {
    object_meta metadata{};
    replica_set_spec spec{};
    replica_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "ReplicaSet", "replicasets"); }
    template <class Self = replica_set>
    static constexpr auto describe() {
        return schema::object(
            "ReplicaSet ensures that a specified number of pod replicas are running at any given time.",
            schema::field(&Self::metadata, "metadata",
                          "If the Labels of a ReplicaSet are empty, they are defaulted to be the same as "
                          "the Pod(s) that the ReplicaSet manages."),
            schema::field(&Self::spec, "spec",
                          "Spec defines the specification of the desired behavior of the ReplicaSet."),
            schema::field(&Self::status, "status",
                          "Status is the most recently observed status of the ReplicaSet."));
    }
};

}}}  // namespace setpoint::v0::apps_v1

SETPOINT_BUILT_IN_KIND(setpoint::apps_v1::replica_set);
