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

namespace setpoint {

struct pod_disruption_budget_spec {
    int_or_string min_available{};
    boxed<label_selector> selector{};
    int_or_string max_unavailable{};
    interned_string unhealthy_pod_eviction_policy{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_disruption_budget_spec;
        return object("A description of a PodDisruptionBudget.",
                      field(&self::min_available, "minAvailable", ""),
                      field(&self::selector, "selector",
                            "Label query over pods whose evictions are managed by the disruption budget."),
                      field(&self::max_unavailable, "maxUnavailable", ""),
                      field(&self::unhealthy_pod_eviction_policy, "unhealthyPodEvictionPolicy",
                            "The criteria for when unhealthy pods should be considered for eviction."));
    }
};

struct pod_disruption_budget_status {
    generation_number observed_generation{};
    std::map<std::string, timestamp> disrupted_pods{};
    std::optional<std::int32_t> disruptions_allowed{}, current_healthy{}, desired_healthy{}, expected_pods{};
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_disruption_budget_status;
        return object(
            "Information about the status of a PodDisruptionBudget.",
            field(&self::observed_generation, "observedGeneration",
                  "Most recent generation observed when updating this PDB status."),
            field(&self::disrupted_pods, "disruptedPods", ""),
            field(&self::disruptions_allowed, "disruptionsAllowed",
                  "Number of pod disruptions that are currently allowed."),
            field(&self::current_healthy, "currentHealthy", "Current number of healthy pods."),
            field(&self::desired_healthy, "desiredHealthy", "Minimum desired number of healthy pods."),
            field(&self::expected_pods, "expectedPods",
                  "Total number of pods counted by this disruption budget."),
            field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct pod_disruption_budget {
    object_meta metadata{};
    pod_disruption_budget_spec spec{};
    pod_disruption_budget_status status{};

    static constexpr auto kind() {
        return builtin_kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = pod_disruption_budget;
        return object("An object to define the max disruption that can be caused to a collection of pods.",
                      field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::pod_disruption_budget);
