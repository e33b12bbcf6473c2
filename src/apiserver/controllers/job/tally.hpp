#pragma once
// Counts the pods of a Job: pure functions of the Job and its pods.

#include "apiserver/controllers/job/backoff.hpp"
#include "apiserver/controllers/job/index_failures.hpp"
#include "apiserver/controllers/job/indexes.hpp"
#include "apiserver/controllers/job/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

inline constexpr const char* job_finalizer = "batch.kubernetes.io/job-tracking";
inline constexpr const char* job_index_key = "batch.kubernetes.io/job-completion-index";

bool is_indexed(const partial_job& job);
int completions_of(const partial_job& job);  // without spec.completions: the largest possible number
std::optional<int> completion_index(const partial_pod& p);
// With a podFailurePolicy a pod that is being deleted has not failed yet: its exit codes matter.
bool failed_pod(const partial_job& job, const partial_pod& p);
// Whether a pod that failed adds to status.failed.
bool counts_as_failure(const partial_job& job, const partial_pod& failed);

// Each pod is counted once: when it finishes, it is listed in status.uncountedTerminatedPods and
// its finalizer is removed; after that it moves into the counters.
struct job_tally {
    partial_job_status status;     // including counters and uncounted pods
    std::vector<pod_ptr> active;   // neither finished nor being deleted
    std::vector<pod_ptr> release;  // counted: the finalizer is removed once the status is written
    index_set completed;
    index_set failed_indexes;   // these two with backoffLimitPerIndex
    replaceable_pods replaced;  // not counted before their replacement exists
    std::int32_t succeeded = 0, failed = 0, terminating = 0, ready = 0;
};
job_tally count_pods(const partial_job& job, const std::vector<pod_ptr>& pods);

// `before`, and the pods that finished and are not in the counters yet, including failures that a
// podFailurePolicy ignores.
backoff_record next_backoff(const partial_job& job, const std::vector<pod_ptr>& pods, backoff_record before);

}}}  // namespace setpoint::v0::apiserver
