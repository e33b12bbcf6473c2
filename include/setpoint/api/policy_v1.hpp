#pragma once
// PodDisruptionBudgets (policy/v1). Unset fields are never sent.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint::inline v0 {

struct pod_disruption_budget_spec {
    int_or_string min_available{};
    boxed<label_selector> selector{};
    int_or_string max_unavailable{};
    interned_string unhealthy_pod_eviction_policy{};

    template <class Self = pod_disruption_budget_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("A description of a PodDisruptionBudget.",
                      field(&Self::min_available, "minAvailable", ""),
                      field(&Self::selector, "selector",
                            "Label query over pods whose evictions are managed by the disruption budget."),
                      field(&Self::max_unavailable, "maxUnavailable", ""),
                      field(&Self::unhealthy_pod_eviction_policy, "unhealthyPodEvictionPolicy",
                            "The criteria for when unhealthy pods should be considered for eviction."));
    }
};

struct pod_disruption_budget_status {
    generation_number observed_generation{};
    std::map<std::string, timestamp> disrupted_pods{};
    std::optional<std::int32_t> disruptions_allowed{}, current_healthy{}, desired_healthy{}, expected_pods{};
    std::vector<condition> conditions{};

    template <class Self = pod_disruption_budget_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Information about the status of a PodDisruptionBudget.",
            field(&Self::observed_generation, "observedGeneration",
                  "Most recent generation observed when updating this PDB status."),
            field(&Self::disrupted_pods, "disruptedPods", ""),
            field(&Self::disruptions_allowed, "disruptionsAllowed",
                  "Number of pod disruptions that are currently allowed."),
            field(&Self::current_healthy, "currentHealthy", "Current number of healthy pods."),
            field(&Self::desired_healthy, "desiredHealthy", "Minimum desired number of healthy pods."),
            field(&Self::expected_pods, "expectedPods",
                  "Total number of pods counted by this disruption budget."),
            field(&Self::conditions, "conditions", "", list_map("type")));
    }
};

struct pod_disruption_budget {
    object_meta metadata{};
    pod_disruption_budget_spec spec{};
    pod_disruption_budget_status status{};

    static constexpr auto kind() {
        return builtin_kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets");
    }
    template <class Self = pod_disruption_budget>
    static constexpr auto describe() {
        using namespace schema;
        return object("An object to define the max disruption that can be caused to a collection of pods.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::pod_disruption_budget);
