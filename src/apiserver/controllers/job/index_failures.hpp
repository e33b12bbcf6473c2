#pragma once
// backoffLimitPerIndex: the failures of each index of an Indexed Job (indexed_job_utils.go and
// backoff_utils.go of kube-controller-manager).

#include "apiserver/controllers/job/indexes.hpp"
#include "apiserver/controllers/job/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The failures of an index so far. Each pod carries those before it as annotations.
struct index_failures {
    std::int32_t counted = 0;
    std::int32_t ignored = 0;  // by a podFailurePolicy
    friend bool operator==(const index_failures&, const index_failures&) = default;
};

bool has_limit_per_index(const partial_job& job);
// What the replacement of `failed` carries.
index_failures failures_after(const partial_job& job, const partial_pod& failed);
// The indexes that have failed: those of the status, and those of pods that failed since.
index_set failed_indexes(const partial_job& job, const std::vector<pod_ptr>& pods);
// For each index that has neither succeeded nor failed and has no active pod: its last failed pod. It keeps
// its finalizer until it is replaced, since the replacement carries on its count.
using replaceable_pods = std::map<int, pod_ptr>;
replaceable_pods pods_to_replace(const partial_job& job, const std::vector<pod_ptr>& pods,
                                 const index_set& succeeded, const index_set& failed);
// How long the replacement waits: 10 s after the first failure of the index, doubling up to ten minutes.
duration index_backoff(const partial_pod& failed, wall_time now);
// Adds the annotations to a pod that has its index.
void set_index_failures(boost::json::object& pod, const index_failures& failures);

}}}  // namespace setpoint::v0::apiserver
