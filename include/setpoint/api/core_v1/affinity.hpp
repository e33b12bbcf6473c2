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

namespace setpoint {

struct node_selector_requirement {
    interned_string key{}, op{};
    std::vector<interned_string> values{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_selector_requirement;
        return object(
            "", field(&self::key, "key", "The label key that the selector applies to.", required),
            field(&self::op, "operator", "Represents a key's relationship to a set of values.", required),
            field(&self::values, "values", "An array of string values.", exclusive));
    }
};

struct node_selector_term {
    std::vector<node_selector_requirement> match_expressions{}, match_fields{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_selector_term;
        return object("A null or empty node selector term matches no objects.",
                      field(&self::match_expressions, "matchExpressions",
                            "A list of node selector requirements by node's labels.", exclusive),
                      field(&self::match_fields, "matchFields",
                            "A list of node selector requirements by node's fields.", exclusive));
    }
};

struct node_selector_terms {
    std::vector<node_selector_term> terms{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_selector_terms;
        return object("", field(&self::terms, "nodeSelectorTerms", "", exclusive));
    }
};

struct preferred_scheduling_term {
    std::optional<std::int32_t> weight{};
    node_selector_term preference{};

    static constexpr auto describe() {
        using namespace schema;
        using self = preferred_scheduling_term;
        return object("", field(&self::weight, "weight", "", required),
                      field(&self::preference, "preference",
                            "A node selector term, associated with the corresponding weight."));
    }
};

struct node_affinity {
    boxed<node_selector_terms> required_during_scheduling_ignored_during_execution{};
    std::vector<preferred_scheduling_term> preferred_during_scheduling_ignored_during_execution{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_affinity;
        return object("Node affinity is a group of node affinity scheduling rules.",
                      field(&self::required_during_scheduling_ignored_during_execution,
                            "requiredDuringSchedulingIgnoredDuringExecution", ""),
                      field(&self::preferred_during_scheduling_ignored_during_execution,
                            "preferredDuringSchedulingIgnoredDuringExecution", "", exclusive));
    }
};

struct pod_affinity_term {
    boxed<setpoint::label_selector> label_selector{};
    std::vector<interned_string> namespaces{};
    interned_string topology_key{};
    boxed<setpoint::label_selector> namespace_selector{};
    std::vector<interned_string> match_label_keys{}, mismatch_label_keys{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_affinity_term;
        return object("",
                      field(&self::label_selector, "labelSelector",
                            "A label query over a set of resources, in this case pods."),
                      field(&self::namespaces, "namespaces",
                            "A static list of namespace names that the term applies to.", exclusive),
                      field(&self::topology_key, "topologyKey", "", required),
                      field(&self::namespace_selector, "namespaceSelector",
                            "A label query over the set of namespaces that the term applies to."),
                      field(&self::match_label_keys, "matchLabelKeys",
                            "A set of pod label keys to select which pods will be taken into consideration.",
                            exclusive),
                      field(&self::mismatch_label_keys, "mismatchLabelKeys",
                            "A set of pod label keys to select which pods will be taken into consideration.",
                            exclusive));
    }
};

struct weighted_pod_affinity_term {
    std::optional<std::int32_t> weight{};
    setpoint::pod_affinity_term pod_affinity_term{};

    static constexpr auto describe() {
        using namespace schema;
        using self = weighted_pod_affinity_term;
        return object("", field(&self::weight, "weight", "", required),
                      field(&self::pod_affinity_term, "podAffinityTerm", ""));
    }
};

struct pod_affinity {
    std::vector<pod_affinity_term> required_during_scheduling_ignored_during_execution{};
    std::vector<weighted_pod_affinity_term> preferred_during_scheduling_ignored_during_execution{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_affinity;
        return object("Pod affinity is a group of inter pod affinity scheduling rules.",
                      field(&self::required_during_scheduling_ignored_during_execution,
                            "requiredDuringSchedulingIgnoredDuringExecution", "", exclusive),
                      field(&self::preferred_during_scheduling_ignored_during_execution,
                            "preferredDuringSchedulingIgnoredDuringExecution", "", exclusive));
    }
};

struct pod_anti_affinity {
    std::vector<pod_affinity_term> required_during_scheduling_ignored_during_execution{};
    std::vector<weighted_pod_affinity_term> preferred_during_scheduling_ignored_during_execution{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_anti_affinity;
        return object("Pod anti affinity is a group of inter pod anti affinity scheduling rules.",
                      field(&self::required_during_scheduling_ignored_during_execution,
                            "requiredDuringSchedulingIgnoredDuringExecution", "", exclusive),
                      field(&self::preferred_during_scheduling_ignored_during_execution,
                            "preferredDuringSchedulingIgnoredDuringExecution", "", exclusive));
    }
};

struct affinity {
    boxed<setpoint::node_affinity> node_affinity{};
    boxed<setpoint::pod_affinity> pod_affinity{};
    boxed<setpoint::pod_anti_affinity> pod_anti_affinity{};

    static constexpr auto describe() {
        using namespace schema;
        using self = affinity;
        return object("A group of affinity scheduling rules.",
                      field(&self::node_affinity, "nodeAffinity",
                            "Describes node affinity scheduling rules for the pod."),
                      field(&self::pod_affinity, "podAffinity", ""),
                      field(&self::pod_anti_affinity, "podAntiAffinity", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::affinity);
