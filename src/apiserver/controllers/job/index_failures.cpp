#include "apiserver/controllers/job/index_failures.hpp"

#include "apiserver/controllers/deployment/scale.hpp"
#include "apiserver/controllers/job/policies.hpp"
#include "apiserver/controllers/job/tally.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr const char* counted_key = "batch.kubernetes.io/job-index-failure-count";
constexpr const char* ignored_key = "batch.kubernetes.io/job-index-ignored-failure-count";

index_failures failures_before(const partial_pod& p) {
    return {annotated(p.metadata.annotations, counted_key).value_or(0),
            annotated(p.metadata.annotations, ignored_key).value_or(0)};
}

// The index of a pod that failed and is not counted yet.
std::optional<int> failed_index(const partial_job& job, const partial_pod& p) {
    if (!has_finalizer(p.metadata, job_finalizer) || !failed_pod(job, p)) return std::nullopt;
    const auto index = completion_index(p);
    return index && *index < completions_of(job) ? index : std::nullopt;
}

bool fails_its_index(const partial_job& job, const partial_pod& failed) {
    const failure_verdict v = match_failure_policy(job, failed);
    return v.fails_the_index ||
           (v.counts && failures_before(failed).counted >= *job.spec.backoff_limit_per_index);
}

int total(const index_failures& f) {
    return f.counted + f.ignored;
}

}  // namespace

bool has_limit_per_index(const partial_job& job) {
    return is_indexed(job) && job.spec.backoff_limit_per_index;
}

index_failures failures_after(const partial_job& job, const partial_pod& failed) {
    index_failures f = failures_before(failed);
    ++(match_failure_policy(job, failed).counts ? f.counted : f.ignored);
    return f;
}

index_set failed_indexes(const partial_job& job, const std::vector<pod_ptr>& pods) {
    index_set all =
        index_set::parse(job.status.failed_indexes.value_or(interned_string()).view(), completions_of(job));
    for (const pod_ptr& p : pods)
        if (const auto index = failed_index(job, *p); index && fails_its_index(job, *p)) all.insert(*index);
    return all;
}

replaceable_pods pods_to_replace(const partial_job& job, const std::vector<pod_ptr>& pods,
                                 const index_set& succeeded, const index_set& failed) {
    std::set<int> active;
    for (const pod_ptr& p : pods)
        if (is_active(*p)) active.insert(completion_index(*p).value_or(-1));
    replaceable_pods last;
    for (const pod_ptr& p : pods) {
        const auto index = failed_index(job, *p);
        if (!index || succeeded.has(*index) || failed.has(*index) || active.contains(*index)) continue;
        pod_ptr& known = last[*index];
        if (!known || (total(failures_before(*known)) <= total(failures_before(*p)) &&
                       ended_at(*known) <= ended_at(*p)))
            known = p;
    }
    return last;
}

duration index_backoff(const partial_pod& failed, wall_time now) {
    return backoff_after(total(failures_before(failed)) + 1, ended_at(failed), now);
}

void set_index_failures(boost::json::object& pod, const index_failures& f) {
    boost::json::object& annotations = pod["metadata"].as_object()["annotations"].as_object();
    annotations[counted_key] = std::to_string(f.counted);
    if (f.ignored > 0) annotations[ignored_key] = std::to_string(f.ignored);
}

}}}  // namespace setpoint::v0::apiserver
