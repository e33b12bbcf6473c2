#pragma once
// Counts the pods of a Job: pure functions of the Job and its pods.

#include "apiserver/controllers/job/indexes.hpp"
#include "apiserver/controllers/job/view.hpp"
#include "apiserver/controllers/pod/view.hpp"

namespace setpoint::apiserver {

inline constexpr const char* job_finalizer = "batch.kubernetes.io/job-tracking";
inline constexpr const char* job_index_key = "batch.kubernetes.io/job-completion-index";

bool is_indexed(const job_view& job);
int completions_of(const job_view& job);  // without spec.completions: the largest possible number
std::optional<int> completion_index(const pod_view& p);
// With a podFailurePolicy a pod that is being deleted has not failed yet: its exit codes matter.
bool failed_pod(const job_view& job, const pod_view& p);

// Each pod is counted once: when it finishes, it is listed in status.uncountedTerminatedPods and
// its finalizer is removed; after that it moves into the counters.
struct job_tally {
    job_status_view status;        // including counters and uncounted pods
    std::vector<pod_ptr> active;   // neither finished nor being deleted
    std::vector<pod_ptr> release;  // counted: the finalizer is removed once the status is written
    index_set completed;
    std::int32_t succeeded = 0, failed = 0, terminating = 0, ready = 0;
};
job_tally count_pods(const job_view& job, const std::vector<pod_ptr>& pods);

// The delay of the next pod after failures since the last success: 10 s, doubling up to ten
// minutes.
duration job_backoff(const job_view& job, const std::vector<pod_ptr>& pods, wall_time now);

}  // namespace setpoint::apiserver
