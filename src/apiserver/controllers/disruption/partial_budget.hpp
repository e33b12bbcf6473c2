#pragma once
// The partial type of PodDisruptionBudgets.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/selector.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct partial_budget_spec {
    int_or_string min_available{}, max_unavailable{};
    boost::json::value selector{};  // verbatim: a missing selector matches no pod, an empty one all

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_budget_spec;
        return object("", field(&self::min_available, "minAvailable", ""),
                      field(&self::max_unavailable, "maxUnavailable", ""),
                      field(&self::selector, "selector", "", preserve_unknown));
    }
};

struct partial_budget_status {
    generation_number observed_generation{};
    string_map disrupted_pods{};  // the time of the eviction, by name
    std::optional<std::int32_t> disruptions_allowed{}, current_healthy{}, desired_healthy{}, expected_pods{};
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_budget_status;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::disrupted_pods, "disruptedPods", ""),
                      field(&self::disruptions_allowed, "disruptionsAllowed", ""),
                      field(&self::current_healthy, "currentHealthy", ""),
                      field(&self::desired_healthy, "desiredHealthy", ""),
                      field(&self::expected_pods, "expectedPods", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct partial_budget {
    object_meta metadata{};
    partial_budget_spec spec{};
    partial_budget_status status{};

    static constexpr auto kind() {
        return builtin_kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_budget;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

// Empty if it matches no pod.
std::optional<selector> selector_of(const partial_budget& b);

}}}  // namespace setpoint::v0::apiserver
