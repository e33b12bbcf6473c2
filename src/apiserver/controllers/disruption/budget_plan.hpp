#pragma once
// The status and the events of a PodDisruptionBudget (kubernetes' controller/disruption). Pure functions.

#include "apiserver/controllers/disruption/partial_budget.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// Whether the budget counts the replicas that the pods' controllers want, instead of the existing
// pods.
bool needs_scale(const partial_budget& b);

struct budget_goal {
    std::int32_t expected = 0, desired = 0;
};
// `scale`: the sum over all controllers. Error: an invalid number of pods.
result<budget_goal> goal_of(const partial_budget& b, std::int32_t pods, std::int32_t scale);

struct budget_report {
    partial_budget_status status;
    std::optional<duration> again;  // when an evicted pod counts again
};
budget_report report_budget(const partial_budget& b, const budget_goal& goal,
                            const std::vector<pod_ptr>& pods, wall_time now);
// Whether the pod was evicted and not deleted in time.
bool is_overdue(const partial_budget& b, const partial_pod& p, wall_time now);
// The status if the expected number is unknown: no disruption is allowed.
partial_budget_status failed_budget(const partial_budget& b, std::string_view why, wall_time now);

// Events for a budget that matches no pod, for a budget that counts by controllers while some of
// `pods` have none, and for evicted pods that were not deleted in time.
std::vector<event_note> budget_events(const partial_budget& b, const std::vector<pod_ptr>& pods,
                                      wall_time now);
// The expected number of pods cannot be computed.
event_note uncounted_event(const partial_budget& b, std::string_view why);
// A selector as Go prints it; "nil" if it is missing.
std::string go_selector_text(const boost::json::value& selector);

}}}  // namespace setpoint::v0::apiserver
