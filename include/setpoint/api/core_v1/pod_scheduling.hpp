#pragma once
// Scheduling of pods beyond affinity (core/v1).

#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct toleration {
    interned_string key{}, op{}, value{}, effect{};
    std::optional<std::int64_t> toleration_seconds{};

    template <class Self = toleration>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A taint of nodes that the pod puts up with.", field(&Self::key, "key", ""),
            field(&Self::op, "operator", "Exists or Equal."), field(&Self::value, "value", ""),
            field(&Self::effect, "effect", "NoSchedule, PreferNoSchedule, NoExecute, or empty for all."),
            field(&Self::toleration_seconds, "tolerationSeconds", ""));
    }
};

struct topology_spread_constraint {
    std::optional<std::int32_t> max_skew{};
    interned_string topology_key{}, when_unsatisfiable{};
    boxed<setpoint::label_selector> label_selector{};
    std::optional<std::int32_t> min_domains{};
    interned_string node_affinity_policy{}, node_taints_policy{};
    std::vector<interned_string> match_label_keys{};

    template <class Self = topology_spread_constraint>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "How to spread matching pods among the given topology.",
            field(&Self::max_skew, "maxSkew", "The degree to which pods may be unevenly distributed.",
                  required),
            field(&Self::topology_key, "topologyKey", "The key of node labels.", required),
            field(&Self::when_unsatisfiable, "whenUnsatisfiable",
                  "Indicates how to deal with a pod if it doesn't satisfy the spread constraint.", required),
            field(&Self::label_selector, "labelSelector", "Used to find matching pods."),
            field(&Self::min_domains, "minDomains", "Indicates a minimum number of eligible domains."),
            field(&Self::node_affinity_policy, "nodeAffinityPolicy", ""),
            field(&Self::node_taints_policy, "nodeTaintsPolicy",
                  "Indicates how we will treat node taints when calculating pod topology spread skew."),
            field(&Self::match_label_keys, "matchLabelKeys",
                  "A set of pod label keys to select the pods over which spreading will be calculated.",
                  exclusive));
    }
};

struct pod_scheduling_gate {
    interned_string name{};

    template <class Self = pod_scheduling_gate>
    static constexpr auto describe() {
        using namespace schema;
        return object("Associated to a Pod to guard its scheduling.",
                      field(&Self::name, "name", "Name of the scheduling gate.", required));
    }
};

struct pod_resource_claim {
    interned_string name{};
    std::optional<interned_string> resource_claim_name{}, resource_claim_template_name{};

    template <class Self = pod_resource_claim>
    static constexpr auto describe() {
        using namespace schema;
        return object("",
                      field(&Self::name, "name",
                            "Name uniquely identifies this resource claim inside the pod.", required),
                      field(&Self::resource_claim_name, "resourceClaimName",
                            "The name of a ResourceClaim object in the same namespace as this pod."),
                      field(&Self::resource_claim_template_name, "resourceClaimTemplateName",
                            "The name of a ResourceClaimTemplate object in the same namespace as this pod."));
    }
};

struct pod_scheduling_group {
    std::optional<interned_string> pod_group_name{};

    template <class Self = pod_scheduling_group>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::pod_group_name, "podGroupName", ""));
    }
};

}  // namespace setpoint::inline v0
