#pragma once
// What a PodDisruptionBudget allows (kubernetes' registry/core/pod/storage/eviction.go and component-helpers'
// apps/poddisruptionbudget): pure functions over JSON.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

namespace bj = boost::json;

// Whether its selector takes the pod. No selector takes none, an empty one all.
bool covers(const bj::object& budget, const bj::object& pod);

// What evicting a pod needs of the budget that covers it.
enum class eviction_need : std::uint8_t {
    one_disruption,  // one less is allowed then: count_disruption()
    unchanged_pod    // none, as long as the pod is as it was when this was asked
};
eviction_need need_of(const bj::object& budget, bool ready);

// Takes one off the disruptions that are allowed, and notes the pod as one that goes at `time`. Errors: 429
// when none are allowed, 403 for a status that cannot be. The budget is then as it was.
api_result<> count_disruption(bj::object& budget, std::string_view pod, std::string_view time);
// 429: the controller has not seen the budget, or somebody else changes the pod.
api_error still_processed(std::string_view budget);

// Sets the condition DisruptionAllowed by what status.disruptionsAllowed says.
void set_disruption_allowed(bj::object& budget, std::string_view time);

}  // namespace setpoint::apiserver
