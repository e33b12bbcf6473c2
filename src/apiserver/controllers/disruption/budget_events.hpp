#pragma once
// What the disruption controller records beside the status of a budget: pure functions.

#include "apiserver/controllers/disruption/budget_view.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/view.hpp"

namespace setpoint::apiserver {

// That the budget takes no pod; that it counts what controllers want and `pods` has some without a
// controller; pods that were evicted and did not go in time.
std::vector<event_note> budget_events(const budget_view& b, const std::vector<pod_ptr>& pods, wall_time now);
// That nobody knows how many pods there should be.
event_note uncounted_event(const budget_view& b, std::string_view why);
// A selector as Go prints it; "nil" when it is none.
std::string go_selector_text(const boost::json::value& selector);

}  // namespace setpoint::apiserver
