#pragma once
// The delay of a Job's next pod after failures (kubernetes' pkg/controller/job/backoff_utils.go).

#include "apiserver/controllers/job/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// The failures since the last success. A record outlives the pods that it counts, so deleting a failed pod
// does not shorten the delay.
struct backoff_record {
    std::int32_t failures = 0;
    timestamp last_failure{};
    friend bool operator==(const backoff_record&, const backoff_record&) = default;
};

// When a pod ended: the latest container to terminate, otherwise the transition to Ready=False, otherwise
// the deletion, otherwise the creation.
timestamp ended_at(const partial_pod& p);
// The record after pods that have finished since `before`. Each pod must be passed only once.
backoff_record after_pods(backoff_record before, const std::vector<pod_ptr>& succeeded,
                          const std::vector<pod_ptr>& failed);
// How long to wait after the last of `failures`: 10 s, doubling up to ten minutes.
duration backoff_after(int failures, timestamp last, wall_time now);
duration time_left(const backoff_record& r, wall_time now);

}}}  // namespace setpoint::v0::apiserver
