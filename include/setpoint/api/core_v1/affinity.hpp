#pragma once
// Node and pod affinity (core/v1).

#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct node_selector_requirement {
    interned_string key{}, op{};
    std::vector<interned_string> values{};

    template <class Self = node_selector_requirement>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::key, "key", "The label key that the selector applies to.", required),
            field(&Self::op, "operator", "Represents a key's relationship to a set of values.", required),
            field(&Self::values, "values", "An array of string values.", exclusive));
    }
};

struct node_selector_term {
    std::vector<node_selector_requirement> match_expressions{}, match_fields{};

    template <class Self = node_selector_term>
    static constexpr auto describe() {
        using namespace schema;
        return object("A null or empty node selector term matches no objects.",
                      field(&Self::match_expressions, "matchExpressions",
                            "A list of node selector requirements by node's labels.", exclusive),
                      field(&Self::match_fields, "matchFields",
                            "A list of node selector requirements by node's fields.", exclusive));
    }
};

struct node_selector_terms {
    std::vector<node_selector_term> terms{};

    template <class Self = node_selector_terms>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::terms, "nodeSelectorTerms", "", exclusive));
    }
};

struct preferred_scheduling_term {
    std::optional<std::int32_t> weight{};
    node_selector_term preference{};

    template <class Self = preferred_scheduling_term>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::weight, "weight", "", required),
                      field(&Self::preference, "preference",
                            "A node selector term, associated with the corresponding weight."));
    }
};

struct node_affinity {
    boxed<node_selector_terms> required_during_scheduling_ignored_during_execution{};
    std::vector<preferred_scheduling_term> preferred_during_scheduling_ignored_during_execution{};

    template <class Self = node_affinity>
    static constexpr auto describe() {
        using namespace schema;
        return object("Node affinity is a group of node affinity scheduling rules.",
                      field(&Self::required_during_scheduling_ignored_during_execution,
                            "requiredDuringSchedulingIgnoredDuringExecution", ""),
                      field(&Self::preferred_during_scheduling_ignored_during_execution,
                            "preferredDuringSchedulingIgnoredDuringExecution", "", exclusive));
    }
};

struct pod_affinity_term {
    boxed<setpoint::label_selector> label_selector{};
    std::vector<interned_string> namespaces{};
    interned_string topology_key{};
    boxed<setpoint::label_selector> namespace_selector{};
    std::vector<interned_string> match_label_keys{}, mismatch_label_keys{};

    template <class Self = pod_affinity_term>
    static constexpr auto describe() {
        using namespace schema;
        return object("",
                      field(&Self::label_selector, "labelSelector",
                            "A label query over a set of resources, in this case pods."),
                      field(&Self::namespaces, "namespaces",
                            "A static list of namespace names that the term applies to.", exclusive),
                      field(&Self::topology_key, "topologyKey", "", required),
                      field(&Self::namespace_selector, "namespaceSelector",
                            "A label query over the set of namespaces that the term applies to."),
                      field(&Self::match_label_keys, "matchLabelKeys",
                            "A set of pod label keys to select which pods will be taken into consideration.",
                            exclusive),
                      field(&Self::mismatch_label_keys, "mismatchLabelKeys",
                            "A set of pod label keys to select which pods will be taken into consideration.",
                            exclusive));
    }
};

struct weighted_pod_affinity_term {
    std::optional<std::int32_t> weight{};
    setpoint::pod_affinity_term pod_affinity_term{};

    template <class Self = weighted_pod_affinity_term>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::weight, "weight", "", required),
                      field(&Self::pod_affinity_term, "podAffinityTerm", ""));
    }
};

struct pod_affinity {
    std::vector<pod_affinity_term> required_during_scheduling_ignored_during_execution{};
    std::vector<weighted_pod_affinity_term> preferred_during_scheduling_ignored_during_execution{};

    template <class Self = pod_affinity>
    static constexpr auto describe() {
        using namespace schema;
        return object("Pod affinity is a group of inter pod affinity scheduling rules.",
                      field(&Self::required_during_scheduling_ignored_during_execution,
                            "requiredDuringSchedulingIgnoredDuringExecution", "", exclusive),
                      field(&Self::preferred_during_scheduling_ignored_during_execution,
                            "preferredDuringSchedulingIgnoredDuringExecution", "", exclusive));
    }
};

struct pod_anti_affinity {
    std::vector<pod_affinity_term> required_during_scheduling_ignored_during_execution{};
    std::vector<weighted_pod_affinity_term> preferred_during_scheduling_ignored_during_execution{};

    template <class Self = pod_anti_affinity>
    static constexpr auto describe() {
        using namespace schema;
        return object("Pod anti affinity is a group of inter pod anti affinity scheduling rules.",
                      field(&Self::required_during_scheduling_ignored_during_execution,
                            "requiredDuringSchedulingIgnoredDuringExecution", "", exclusive),
                      field(&Self::preferred_during_scheduling_ignored_during_execution,
                            "preferredDuringSchedulingIgnoredDuringExecution", "", exclusive));
    }
};

struct affinity {
    boxed<setpoint::node_affinity> node_affinity{};
    boxed<setpoint::pod_affinity> pod_affinity{};
    boxed<setpoint::pod_anti_affinity> pod_anti_affinity{};

    template <class Self = affinity>
    static constexpr auto describe() {
        using namespace schema;
        return object("A group of affinity scheduling rules.",
                      field(&Self::node_affinity, "nodeAffinity",
                            "Describes node affinity scheduling rules for the pod."),
                      field(&Self::pod_affinity, "podAffinity", ""),
                      field(&Self::pod_anti_affinity, "podAntiAffinity", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_COMPILED_TABLE(setpoint::affinity);
