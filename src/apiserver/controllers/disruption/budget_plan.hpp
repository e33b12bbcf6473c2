#pragma once
// The status of a PodDisruptionBudget (kubernetes' controller/disruption): pure functions.

#include "apiserver/controllers/disruption/budget_view.hpp"
#include "apiserver/controllers/pod/view.hpp"

namespace setpoint::apiserver {

// Whether the budget counts what the pods' controllers want to have, not the pods that are there.
bool needs_scale(const budget_view& b);

struct budget_goal {
    std::int32_t expected = 0, desired = 0;
};
// `scale`: of all controllers together. Error: a number of pods that is none.
result<budget_goal> goal_of(const budget_view& b, std::int32_t pods, std::int32_t scale);

struct budget_report {
    budget_status_view status;
    std::optional<duration> again;  // when a pod that was to go is counted once more
};
budget_report report_budget(const budget_view& b, const budget_goal& goal, const std::vector<pod_ptr>& pods,
                            wall_time now);
// Whether it was evicted, and did not go in time.
bool is_overdue(const budget_view& b, const pod_view& p, wall_time now);
// When nobody knows how many there should be: nothing may be disrupted.
budget_status_view failed_budget(const budget_view& b, std::string_view why, wall_time now);

}  // namespace setpoint::apiserver
