#pragma once
// clang-format off
// PodDisruptionBudget (policy/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
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

namespace setpoint { inline namespace v0 { namespace policy_v1 {

struct pod_disruption_budget_spec {
    int_or_string min_available{};
    boxed<label_selector> selector{};
    int_or_string max_unavailable{};
    interned_string unhealthy_pod_eviction_policy{};

    template <class Self = pod_disruption_budget_spec>
    static constexpr auto describe() {
        return schema::object(
            "PodDisruptionBudgetSpec is a description of a PodDisruptionBudget.",
            schema::field(&Self::min_available, "minAvailable",
                          "minAvailable indicates that an eviction is allowed if at least "
                          "\"minAvailable\" pods selected by \"selector\" will still be available after "
                          "the eviction, i.e. even ..."),
            schema::field(&Self::selector, "selector",
                          "selector is a label query over pods whose evictions are managed by the "
                          "disruption budget."),
            schema::field(&Self::max_unavailable, "maxUnavailable",
                          "maxUnavailable indicates that an eviction is allowed if at most "
                          "\"maxUnavailable\" pods selected by \"selector\" are unavailable after the "
                          "eviction, i.e. even in ..."),
            schema::field(&Self::unhealthy_pod_eviction_policy, "unhealthyPodEvictionPolicy",
                          "unhealthyPodEvictionPolicy defines the criteria for when unhealthy pods should "
                          "be considered for eviction."));
    }
};

struct pod_disruption_budget_status {
    generation_number observed_generation{};
    std::map<std::string, timestamp> disrupted_pods{};
    std::optional<std::int32_t> disruptions_allowed{};
    std::optional<std::int32_t> current_healthy{};
    std::optional<std::int32_t> desired_healthy{};
    std::optional<std::int32_t> expected_pods{};
    std::vector<condition> conditions{};

    template <class Self = pod_disruption_budget_status>
    static constexpr auto describe() {
        return schema::object(
            "PodDisruptionBudgetStatus represents information about the status of a PodDisruptionBudget.",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "Most recent generation observed when updating this PDB status."),
            schema::field(&Self::disrupted_pods, "disruptedPods",
                          "DisruptedPods contains information about pods whose eviction was processed by "
                          "the API server eviction subresource handler but has not yet been observed by "
                          "the ..."),
            schema::field(&Self::disruptions_allowed, "disruptionsAllowed",
                          "Number of pod disruptions that are currently allowed."),
            schema::field(&Self::current_healthy, "currentHealthy", "current number of healthy pods"),
            schema::field(&Self::desired_healthy, "desiredHealthy", "minimum desired number of healthy pods"),
            schema::field(&Self::expected_pods, "expectedPods",
                          "total number of pods counted by this disruption budget"),
            schema::field(&Self::conditions, "conditions", "Conditions contain conditions for PDB.",
                          schema::list_map("type")));
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
        return schema::object(
            "PodDisruptionBudget is an object to define the max disruption that can be caused to a "
            "collection of pods",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "spec is the specification of the desired behavior of the PodDisruptionBudget."),
            schema::field(&Self::status, "status",
                          "status is the most recently observed status of the PodDisruptionBudget."));
    }
};

}}}  // namespace setpoint::v0::policy_v1

SETPOINT_BUILT_IN_KIND(setpoint::policy_v1::pod_disruption_budget);
