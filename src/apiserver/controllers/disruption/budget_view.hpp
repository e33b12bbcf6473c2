#pragma once
// The partial type of PodDisruptionBudgets.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/selector.hpp"

#include <boost/json/value.hpp>

namespace setpoint::inline v0::apiserver {

struct budget_spec_view {
    int_or_string min_available{}, max_unavailable{};
    boost::json::value selector{};  // verbatim: a missing selector matches no pod, an empty one all

    static constexpr auto describe() {
        using namespace schema;
        using self = budget_spec_view;
        return object("", field(&self::min_available, "minAvailable", ""),
                      field(&self::max_unavailable, "maxUnavailable", ""),
                      field(&self::selector, "selector", "", preserve_unknown));
    }
};

struct budget_status_view {
    generation_number observed_generation{};
    string_map disrupted_pods{};  // the time of the eviction, by name
    std::optional<std::int32_t> disruptions_allowed{}, current_healthy{}, desired_healthy{}, expected_pods{};
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = budget_status_view;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::disrupted_pods, "disruptedPods", ""),
                      field(&self::disruptions_allowed, "disruptionsAllowed", ""),
                      field(&self::current_healthy, "currentHealthy", ""),
                      field(&self::desired_healthy, "desiredHealthy", ""),
                      field(&self::expected_pods, "expectedPods", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct budget_view {
    object_meta metadata{};
    budget_spec_view spec{};
    budget_status_view status{};

    static constexpr auto kind() {
        return builtin_kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = budget_view;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

// Empty if it matches no pod.
std::optional<selector> selector_of(const budget_view& b);

}  // namespace setpoint::inline v0::apiserver
