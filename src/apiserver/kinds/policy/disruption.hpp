#pragma once
// What a PodDisruptionBudget allows (kubernetes' registry/core/pod/storage/eviction.go and
// component-helpers' apps/poddisruptionbudget). Pure functions over JSON.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Whether the budget's selector matches the pod. A missing selector matches no pod, an empty one
// all.
bool covers(const bj::object& budget, const bj::object& pod);

// What an eviction requires from the budget that covers the pod.
enum class eviction_need : std::uint8_t {
    one_disruption,  // uses up one disruption: call count_disruption()
    unchanged_pod    // nothing, provided the pod has not changed since this call
};
eviction_need need_of(const bj::object& budget, bool ready);

// Decrements disruptionsAllowed and records the pod in disruptedPods with `time`. Errors: 429 if no
// disruption is allowed, 403 for an impossible status; the budget is then unchanged.
api_result<> count_disruption(bj::object& budget, std::string_view pod, std::string_view time);
// 429: the controller has not observed the budget yet, or the pod is being changed concurrently.
api_error still_processing(std::string_view budget);

// Sets the condition DisruptionAllowed from status.disruptionsAllowed.
void set_disruption_allowed(bj::object& budget, std::string_view time);

}}}  // namespace setpoint::v0::apiserver
