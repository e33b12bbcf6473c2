#pragma once
// clang-format off
// Affinity (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/node_selector.hpp"
#include "setpoint/api/core_v1/node_selector_term.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct preferred_scheduling_term {
    std::optional<std::int32_t> weight{};
    node_selector_term preference{};

    template <class Self = preferred_scheduling_term>
    static constexpr auto describe() {
        return schema::object(
            "An empty preferred scheduling term matches all objects with implicit weight 0 (i.e. it's a "
            "no-op).",
            schema::field(&Self::weight, "weight",
                          "Weight associated with matching the corresponding nodeSelectorTerm, in the "
                          "range 1-100.", schema::required),
            schema::field(&Self::preference, "preference",
                          "A node selector term, associated with the corresponding weight."));
    }
};

struct node_affinity {
    boxed<node_selector> required_during_scheduling_ignored_during_execution{};
    std::vector<preferred_scheduling_term> preferred_during_scheduling_ignored_during_execution{};

    template <class Self = node_affinity>
    static constexpr auto describe() {
        return schema::object(
            "Node affinity is a group of node affinity scheduling rules.",
            schema::field(&Self::required_during_scheduling_ignored_during_execution,
                          "requiredDuringSchedulingIgnoredDuringExecution",
                          "If the affinity requirements specified by this field are not met at scheduling "
                          "time, the pod will not be scheduled onto the node."),
            schema::field(&Self::preferred_during_scheduling_ignored_during_execution,
                          "preferredDuringSchedulingIgnoredDuringExecution",
                          "The scheduler will prefer to schedule pods to nodes that satisfy the affinity "
                          "expressions specified by this field, but it may choose a node that violates "
                          "one or ..."));
    }
};

struct pod_affinity_term {
    boxed<setpoint::label_selector> label_selector{};
    std::vector<interned_string> namespaces{};
    interned_string topology_key{};
    boxed<setpoint::label_selector> namespace_selector{};
    std::vector<interned_string> match_label_keys{};
    std::vector<interned_string> mismatch_label_keys{};

    template <class Self = pod_affinity_term>
    static constexpr auto describe() {
        return schema::object(
            "Defines a set of pods (namely those matching the labelSelector relative to the given "
            "namespace(s)) that this pod should be co-located (affinity) or not ...",
            schema::field(&Self::label_selector, "labelSelector",
                          "A label query over a set of resources, in this case pods."),
            schema::field(&Self::namespaces, "namespaces",
                          "namespaces specifies a static list of namespace names that the term applies to."),
            schema::field(&Self::topology_key, "topologyKey",
                          "This pod should be co-located (affinity) or not co-located (anti-affinity) "
                          "with the pods matching the labelSelector in the specified namespaces, where ...",
                          schema::required),
            schema::field(&Self::namespace_selector, "namespaceSelector",
                          "A label query over the set of namespaces that the term applies to."),
            schema::field(&Self::match_label_keys, "matchLabelKeys",
                          "MatchLabelKeys is a set of pod label keys to select which pods will be taken "
                          "into consideration."),
            schema::field(&Self::mismatch_label_keys, "mismatchLabelKeys",
                          "MismatchLabelKeys is a set of pod label keys to select which pods will be "
                          "taken into consideration."));
    }
};

struct weighted_pod_affinity_term {
    std::optional<std::int32_t> weight{};
    core_v1::pod_affinity_term pod_affinity_term{};

    template <class Self = weighted_pod_affinity_term>
    static constexpr auto describe() {
        return schema::object(
            "The weights of all of the matched WeightedPodAffinityTerm fields are added per-node to find "
            "the most preferred node(s)",
            schema::field(&Self::weight, "weight",
                          "weight associated with matching the corresponding podAffinityTerm, in the "
                          "range 1-100.", schema::required),
            schema::field(&Self::pod_affinity_term, "podAffinityTerm", "Required."));
    }
};

struct pod_affinity {
    std::vector<pod_affinity_term> required_during_scheduling_ignored_during_execution{};
    std::vector<weighted_pod_affinity_term> preferred_during_scheduling_ignored_during_execution{};

    template <class Self = pod_affinity>
    static constexpr auto describe() {
        return schema::object(
            "Pod affinity is a group of inter pod affinity scheduling rules.",
            schema::field(&Self::required_during_scheduling_ignored_during_execution,
                          "requiredDuringSchedulingIgnoredDuringExecution",
                          "If the affinity requirements specified by this field are not met at scheduling "
                          "time, the pod will not be scheduled onto the node."),
            schema::field(&Self::preferred_during_scheduling_ignored_during_execution,
                          "preferredDuringSchedulingIgnoredDuringExecution",
                          "The scheduler will prefer to schedule pods to nodes that satisfy the affinity "
                          "expressions specified by this field, but it may choose a node that violates "
                          "one or ..."));
    }
};

struct pod_anti_affinity {
    std::vector<pod_affinity_term> required_during_scheduling_ignored_during_execution{};
    std::vector<weighted_pod_affinity_term> preferred_during_scheduling_ignored_during_execution{};

    template <class Self = pod_anti_affinity>
    static constexpr auto describe() {
        return schema::object(
            "Pod anti affinity is a group of inter pod anti affinity scheduling rules.",
            schema::field(&Self::required_during_scheduling_ignored_during_execution,
                          "requiredDuringSchedulingIgnoredDuringExecution",
                          "If the anti-affinity requirements specified by this field are not met at "
                          "scheduling time, the pod will not be scheduled onto the node."),
            schema::field(&Self::preferred_during_scheduling_ignored_during_execution,
                          "preferredDuringSchedulingIgnoredDuringExecution",
                          "The scheduler will prefer to schedule pods to nodes that satisfy the "
                          "anti-affinity expressions specified by this field, but it may choose a node "
                          "that violates ..."));
    }
};

struct affinity {
    boxed<core_v1::node_affinity> node_affinity{};
    boxed<core_v1::pod_affinity> pod_affinity{};
    boxed<core_v1::pod_anti_affinity> pod_anti_affinity{};

    template <class Self = affinity>
    static constexpr auto describe() {
        return schema::object(
            "Affinity is a group of affinity scheduling rules.",
            schema::field(&Self::node_affinity, "nodeAffinity",
                          "Describes node affinity scheduling rules for the pod."),
            schema::field(&Self::pod_affinity, "podAffinity",
                          "Describes pod affinity scheduling rules (e.g. co-locate this pod in the same "
                          "node, zone, etc. as some other pod(s))."),
            schema::field(&Self::pod_anti_affinity, "podAntiAffinity",
                          "Describes pod anti-affinity scheduling rules (e.g. avoid putting this pod in "
                          "the same node, zone, etc. as some other pod(s))."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::affinity);
