#pragma once
// clang-format off
// ReplicationController (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct replication_controller_spec {
    std::optional<std::int32_t> replicas{};
    std::optional<std::int32_t> min_ready_seconds{};
    string_map selector{};
    boxed<pod_template_spec> pod_template{};

    template <class Self = replication_controller_spec>
    static constexpr auto describe() {
        return schema::object(
            "ReplicationControllerSpec is the specification of a replication controller.",
            schema::field(&Self::replicas, "replicas", "Replicas is the number of desired replicas."),
            schema::field(&Self::min_ready_seconds, "minReadySeconds",
                          "Minimum number of seconds for which a newly created pod should be ready "
                          "without any of its container crashing, for it to be considered available.",
                          schema::omitzero),
            schema::field(&Self::selector, "selector",
                          "Selector is a label query over pods that should match the Replicas count.",
                          schema::exclusive),
            schema::field(&Self::pod_template, "template",
                          "Template is the object that describes the pod that will be created if "
                          "insufficient replicas are detected."));
    }
};

struct replication_controller_status {
    std::optional<std::int32_t> replicas{};
    std::optional<std::int32_t> fully_labeled_replicas{};
    std::optional<std::int32_t> ready_replicas{};
    std::optional<std::int32_t> available_replicas{};
    generation_number observed_generation{};
    std::vector<condition> conditions{};

    template <class Self = replication_controller_status>
    static constexpr auto describe() {
        return schema::object(
            "ReplicationControllerStatus represents the current status of a replication controller.",
            schema::field(&Self::replicas, "replicas",
                          "Replicas is the most recently observed number of replicas."),
            schema::field(&Self::fully_labeled_replicas, "fullyLabeledReplicas",
                          "The number of pods that have labels matching the labels of the pod template of "
                          "the replication controller.", schema::omitzero),
            schema::field(&Self::ready_replicas, "readyReplicas",
                          "The number of ready replicas for this replication controller.", schema::omitzero),
            schema::field(&Self::available_replicas, "availableReplicas",
                          "The number of available replicas (ready for at least minReadySeconds) for this "
                          "replication controller.", schema::omitzero),
            schema::field(&Self::observed_generation, "observedGeneration",
                          "ObservedGeneration reflects the generation of the most recently observed "
                          "replication controller."),
            schema::field(&Self::conditions, "conditions",
                          "Represents the latest available observations of a replication controller's "
                          "current state.", schema::list_map("type")));
    }
};

struct replication_controller {
    object_meta metadata{};
    replication_controller_spec spec{};
    replication_controller_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "ReplicationController", "replicationcontrollers");
    }
    template <class Self = replication_controller>
    static constexpr auto describe() {
        return schema::object(
            "ReplicationController represents the configuration of a replication controller.",
            schema::field(&Self::metadata, "metadata",
                          "If the Labels of a ReplicationController are empty, they are defaulted to be "
                          "the same as the Pod(s) that the replication controller manages."),
            schema::field(&Self::spec, "spec",
                          "Spec defines the specification of the desired behavior of the replication "
                          "controller."),
            schema::field(&Self::status, "status",
                          "Status is the most recently observed status of the replication controller."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::replication_controller);
