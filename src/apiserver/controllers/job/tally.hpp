#pragma once
// Counts the pods of a Job: pure functions of the Job and its pods.

#include "apiserver/controllers/job/index_failures.hpp"
#include "apiserver/controllers/job/indexes.hpp"
#include "apiserver/controllers/job/view.hpp"
#include "apiserver/controllers/pod/view.hpp"

namespace setpoint::inline v0::apiserver {

inline constexpr const char* job_finalizer = "batch.kubernetes.io/job-tracking";
inline constexpr const char* job_index_key = "batch.kubernetes.io/job-completion-index";

bool is_indexed(const job_view& job);
int completions_of(const job_view& job);  // without spec.completions: the largest possible number
std::optional<int> completion_index(const pod_view& p);
// With a podFailurePolicy a pod that is being deleted has not failed yet: its exit codes matter.
bool failed_pod(const job_view& job, const pod_view& p);
// Whether a pod that failed adds to status.failed.
bool counts_as_failure(const job_view& job, const pod_view& failed);

// Each pod is counted once: when it finishes, it is listed in status.uncountedTerminatedPods and
// its finalizer is removed; after that it moves into the counters.
struct job_tally {
    job_status_view status;        // including counters and uncounted pods
    std::vector<pod_ptr> active;   // neither finished nor being deleted
    std::vector<pod_ptr> release;  // counted: the finalizer is removed once the status is written
    index_set completed;
    index_set failed_indexes;   // these two with backoffLimitPerIndex
    replaceable_pods replaced;  // not counted before their replacement exists
    std::int32_t succeeded = 0, failed = 0, terminating = 0, ready = 0;
};
job_tally count_pods(const job_view& job, const std::vector<pod_ptr>& pods);

timestamp ended_at(const pod_view& p);  // when its last container terminated
// How long to wait after the last of `failures`: 10 s, doubling up to ten minutes.
duration backoff_after(int failures, timestamp last, wall_time now);
// The delay of the next pod after failures since the last success, including those that a
// podFailurePolicy ignores.
duration job_backoff(const job_view& job, const std::vector<pod_ptr>& pods, wall_time now);

}  // namespace setpoint::inline v0::apiserver
