#pragma once
// Simulated failures of pods on fake nodes; see fake_kubelet_plan.hpp for the annotation.

#include "apiserver/controllers/pod/partial_types.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr const char* fail_annotation = "setpoint.dev/fail";

struct pod_failure {
    bool crash = false, image_pull = false, never_ready = false, unready = false;
    std::optional<int> exit;
    std::optional<duration> slow, flap;
};
pod_failure failure_of(const partial_pod& p);

// The delay before a container's n-th restart: 10 s, doubling up to five minutes, like the
// kubelet's.
duration crash_backoff(std::int32_t restarts);

}}}  // namespace setpoint::v0::apiserver
