#pragma once
// How a pod is to fail on a node that runs nothing; see kubelet_plan.hpp for the annotation.

#include "apiserver/controllers/pod/view.hpp"

#include <optional>

namespace setpoint::apiserver {

inline constexpr const char* fail_annotation = "setpoint.dev/fail";

struct pod_failure {
    bool crash = false, image_pull = false, never_ready = false;
    std::optional<int> exit;
};
pod_failure failure_of(const pod_view& p);

// How long a container that has ended waits before it is started for the n-th time again: 10 s, doubling up
// to five minutes, as the kubelet does.
duration crash_backoff(std::int32_t restarts);

}  // namespace setpoint::apiserver
