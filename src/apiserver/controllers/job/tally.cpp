#include "apiserver/controllers/job/tally.hpp"

#include "apiserver/controllers/deployment/scale.hpp"
#include "apiserver/controllers/job/policies.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

bool has_tracking_finalizer(const partial_pod& p) {
    return has_finalizer(p.metadata, job_finalizer);
}

}  // namespace

bool failed_pod(const partial_job& job, const partial_pod& p) {
    if (p.status.phase == "Failed") return true;
    if (job.spec.pod_replacement_policy == "Failed" || job.spec.pod_failure_policy) return false;
    return is_deleting(p.metadata) && p.status.phase != "Succeeded";
}

bool counts_as_failure(const partial_job& job, const partial_pod& failed) {
    if (is_indexed(job)) {
        const auto index = completion_index(failed);
        if (!index || *index >= completions_of(job)) return false;
    }
    return match_failure_policy(job, failed).counts;
}

namespace {

// Moves pods listed in uncountedTerminatedPods whose finalizer is gone into the counters.
void count_released(job_tally& t, const std::vector<pod_ptr>& pods, uncounted_pods& u) {
    std::set<std::string_view> held;
    for (const pod_ptr& p : pods)
        if (has_tracking_finalizer(*p)) held.insert(p->metadata.uid);
    const auto decode_object = [&](std::vector<interned_string>& list, std::optional<std::int32_t>& counter) {
        const auto before = list.size();
        std::erase_if(list, [&](const interned_string& uid) { return !held.contains(uid.view()); });
        counter = counter.value_or(0) + static_cast<std::int32_t>(before - list.size());
    };
    decode_object(u.succeeded, t.status.succeeded);
    decode_object(u.failed, t.status.failed);
}

void count_failed_indexes(job_tally& t, const partial_job& job, const std::vector<pod_ptr>& pods) {
    index_set succeeded = t.completed;
    for (const pod_ptr& p : pods)
        if (const auto index = completion_index(*p); index && *index < completions_of(job))
            if (p->status.phase == "Succeeded" && has_tracking_finalizer(*p)) succeeded.insert(*index);
    t.failed_indexes = failed_indexes(job, pods);
    t.replaced = pods_to_replace(job, pods, succeeded, t.failed_indexes);
    t.status.failed_indexes = t.failed_indexes.to_string();
}

// Lists newly finished pods in uncountedTerminatedPods and releases them.
void count_finished(job_tally& t, const partial_job& job, const std::vector<pod_ptr>& pods,
                    uncounted_pods& u) {
    const auto listed = [](const std::vector<interned_string>& list, const interned_string& uid) {
        return std::find(list.begin(), list.end(), uid) != list.end();
    };
    for (const pod_ptr& p : pods) {
        if (!has_tracking_finalizer(*p)) continue;
        const bool ok = p->status.phase == "Succeeded";
        if (!ok && !failed_pod(job, *p)) continue;
        const auto index = completion_index(*p);
        const auto awaited = t.replaced.find(index.value_or(-1));
        if (awaited != t.replaced.end() && awaited->second == p) continue;
        const bool ignored =
            ok ? is_indexed(job) && (!index || *index >= completions_of(job) || t.completed.has(*index))
               : !counts_as_failure(job, *p);
        t.release.push_back(p);
        if (listed(u.succeeded, p->metadata.uid) || listed(u.failed, p->metadata.uid) || ignored) continue;
        if (ok && is_indexed(job))
            t.completed.insert(*index);
        else
            (ok ? u.succeeded : u.failed).push_back(p->metadata.uid);
    }
}

}  // namespace

bool is_indexed(const partial_job& job) {
    return job.spec.completion_mode == "Indexed";
}

std::optional<int> completion_index(const partial_pod& p) {
    return annotated(p.metadata.annotations, job_index_key);
}

int completions_of(const partial_job& job) {
    return job.spec.completions.value_or(std::numeric_limits<int>::max());
}

job_tally count_pods(const partial_job& job, const std::vector<pod_ptr>& pods) {
    job_tally t;
    t.status = job.status;
    uncounted_pods u = job.status.uncounted.value_or(uncounted_pods());
    if (is_indexed(job)) t.completed = index_set::parse(job.status.completed_indexes, completions_of(job));
    if (has_limit_per_index(job)) count_failed_indexes(t, job, pods);
    count_released(t, pods, u);
    count_finished(t, job, pods, u);
    t.succeeded = t.status.succeeded.value_or(0) + static_cast<std::int32_t>(u.succeeded.size());
    t.failed = t.status.failed.value_or(0) + static_cast<std::int32_t>(u.failed.size());
    for (const auto& [index, p] : t.replaced) t.failed += counts_as_failure(job, *p);
    if (is_indexed(job)) {
        t.succeeded = t.completed.total();
        t.status.succeeded = t.succeeded;
        t.status.completed_indexes = t.completed.to_string();
    }
    t.status.uncounted = std::move(u);
    for (const pod_ptr& p : pods) {
        if (is_deleting(p->metadata) && !is_finished(*p)) ++t.terminating;
        if (!is_active(*p)) continue;
        t.active.push_back(p);
        t.ready += is_ready(*p);
    }
    return t;
}

backoff_record next_backoff(const partial_job& job, const std::vector<pod_ptr>& pods, backoff_record before) {
    const uncounted_pods listed = job.status.uncounted.value_or(uncounted_pods());
    const auto is_new = [](const std::vector<interned_string>& list, const partial_pod& p) {
        return std::ranges::find(list, p.metadata.uid) == list.end();
    };
    std::vector<pod_ptr> succeeded, failed;
    for (const pod_ptr& p : pods) {
        if (!has_tracking_finalizer(*p)) continue;
        if (is_indexed(job)) {
            const auto index = completion_index(*p);
            if (!index || *index >= completions_of(job)) continue;
        }
        if (p->status.phase == "Succeeded" && is_new(listed.succeeded, *p))
            succeeded.push_back(p);
        else if (p->status.phase != "Succeeded" && failed_pod(job, *p) && is_new(listed.failed, *p))
            failed.push_back(p);
    }
    return after_pods(std::move(before), succeeded, failed);
}

}}}  // namespace setpoint::v0::apiserver
