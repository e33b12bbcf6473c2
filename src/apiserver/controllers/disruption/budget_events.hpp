#pragma once
// The events of the disruption controller. Pure functions.

#include "apiserver/controllers/disruption/budget_view.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/view.hpp"

namespace setpoint::apiserver {

// Events for a budget that matches no pod, for a budget that counts by controllers while some of
// `pods` have none, and for evicted pods that were not deleted in time.
std::vector<event_note> budget_events(const budget_view& b, const std::vector<pod_ptr>& pods, wall_time now);
// The expected number of pods cannot be computed.
event_note uncounted_event(const budget_view& b, std::string_view why);
// A selector as Go prints it; "nil" if it is missing.
std::string go_selector_text(const boost::json::value& selector);

}  // namespace setpoint::apiserver
