#include "apiserver/controllers/job/plan.hpp"

#include "apiserver/controllers/job/policies.hpp"
#include "apiserver/controllers/replica_set/plan.hpp"
#include "apiserver/go/seconds.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr int max_pods_at_once = 500;

bool holds(const workload_conditions& c, std::string_view type) {
    const workload_condition* found = find_condition(c, type);
    return found && found->status == condition_status::true_;
}

// Moves the active pods of an Indexed Job that must go in any case to the result: without an index, with one
// beyond the completions, and all but one of those that share an index (indexed_job_utils.go,
// appendDuplicatedIndexPodsForRemoval).
std::vector<pod_ptr> take_out_of_place(const partial_job& job, std::vector<pod_ptr>& active, wall_time now) {
    std::map<int, std::vector<pod_ptr>> by_index;
    for (pod_ptr& p : active) by_index[completion_index(*p).value_or(-1)].push_back(std::move(p));
    active.clear();
    std::vector<pod_ptr> out;
    for (auto& [index, pods] : by_index) {
        const std::size_t keep = index < 0 || index >= completions_of(job) ? 0 : 1;
        std::vector<pod_ptr> surplus = choose_pods_to_delete(pods, {}, pods.size() - keep, now);
        for (pod_ptr& p : pods)
            if (std::ranges::find(surplus, p) == surplus.end()) active.push_back(std::move(p));
        std::ranges::move(surplus, std::back_inserter(out));
    }
    return out;
}

struct job_work {
    const partial_job& job;
    const std::vector<pod_ptr>& pods;
    wall_time now;
    job_tally tally;
    job_plan plan{};

    bool suspended() const { return job.spec.suspend.value_or(false); }
    void put(std::string_view type, condition_status status, std::string_view reason,
             std::string_view message);
    void decide_outcome();
    bool past_deadline();
    bool exceeded_restarts() const;
    std::optional<std::string> failed_by_policy() const;
    void manage();
    void remove(int at_least);
    void create(int wanted);
    void create_indexes(int missing);
    void wait_for(duration d);
    std::optional<std::string_view> failed_by_indexes() const;
    void suspend_or_resume();
    void release_rest();
    void finish();
    void check_time_to_live();
};

void job_work::put(std::string_view type, condition_status status, std::string_view reason,
                   std::string_view message) {
    workload_condition c = new_condition(type, status, reason, message, now);
    c.last_probe_time = c.last_transition_time;
    for (workload_condition& old : plan.status.conditions) {
        if (old.type != type) continue;
        if (old.status != status || old.reason != reason || old.message != message) old = std::move(c);
        return;
    }
    plan.status.conditions.push_back(std::move(c));
}

bool job_work::exceeded_restarts() const {
    const auto* t = job.spec.pod_template.if_object();
    const auto* spec = t ? t->if_contains("spec") : nullptr;
    const auto* policy =
        spec && spec->is_object() ? spec->get_object().if_contains("restartPolicy") : nullptr;
    if (!policy || !policy->is_string() || policy->get_string() != "OnFailure") return false;
    std::int64_t n = 0;
    for (const pod_ptr& p : pods)
        if (p->status.phase == "Running" || p->status.phase == "Pending")
            for (const container_status& s : p->status.container_statuses) n += s.restart_count.value_or(0);
    const std::int32_t limit = job.spec.backoff_limit.value_or(6);
    return limit == 0 ? n > 0 : n >= limit;
}

bool job_work::past_deadline() {
    if (!job.spec.active_deadline_seconds || suspended() || !plan.status.start_time.is_set()) return false;
    const duration left =
        time_left(plan.status.start_time, std::chrono::seconds(*job.spec.active_deadline_seconds), now);
    if (left <= duration::zero()) return true;
    wait_for(left);
    return false;
}

std::optional<std::string> job_work::failed_by_policy() const {
    for (const pod_ptr& p : pods)
        if (failed_pod(job, *p))
            if (auto why = match_failure_policy(job, *p).fails_the_job) return why;
    return std::nullopt;
}

// The reason.
std::optional<std::string_view> job_work::failed_by_indexes() const {
    const int failed = tally.failed_indexes.total();
    if (job.spec.max_failed_indexes && failed > *job.spec.max_failed_indexes)
        return "MaxFailedIndexesExceeded";
    if (failed > 0 && failed + tally.completed.total() >= completions_of(job)) return "FailedIndexes";
    return std::nullopt;
}

// Sets the condition that decides the outcome, unless it is decided already.
void job_work::decide_outcome() {
    if (holds(plan.status.conditions, "SuccessCriteriaMet") || holds(plan.status.conditions, "FailureTarget"))
        return;
    if (const auto why = failed_by_policy())
        put("FailureTarget", condition_status::true_, "PodFailurePolicy", *why);
    else if (tally.failed > job.spec.backoff_limit.value_or(6) || exceeded_restarts())
        put("FailureTarget", condition_status::true_, "BackoffLimitExceeded",
            "Job has reached the specified backoff limit");
    else if (past_deadline())
        put("FailureTarget", condition_status::true_, "DeadlineExceeded",
            "Job was active longer than specified deadline");
    else if (const auto why_indexes = failed_by_indexes())
        put("FailureTarget", condition_status::true_, *why_indexes,
            *why_indexes == "FailedIndexes"
                ? "Job has failed indexes"
                : "Job has exceeded the specified maximal number of failed indexes");
    else if (const auto met = is_indexed(job) ? match_success_policy(job, tally.completed) : std::nullopt)
        put("SuccessCriteriaMet", condition_status::true_, "SuccessPolicy", *met);
}

void job_work::create(int wanted) {
    const int holding = job.spec.pod_replacement_policy == "Failed" ? tally.terminating : 0;
    int missing = std::min(wanted - holding - static_cast<int>(tally.active.size()), max_pods_at_once);
    if (missing <= 0) return;
    const duration wait = has_limit_per_index(job) ? duration::zero() : time_left(plan.backoff, now);
    if (wait > duration::zero())
        wait_for(wait);
    else if (is_indexed(job))
        create_indexes(missing);
    else
        plan.create.assign(static_cast<std::size_t>(missing), -1);
}

void job_work::create_indexes(int missing) {
    index_set taken = tally.completed;
    taken.insert(tally.failed_indexes);
    for (const pod_ptr& p : pods) {
        const bool terminating = is_deleting(p->metadata) && !is_finished(*p);
        if (!is_active(*p) && !(terminating && job.spec.pod_replacement_policy == "Failed")) continue;
        if (const auto i = completion_index(*p)) taken.insert(*i);
    }
    for (const int index : taken.missing(missing, completions_of(job))) {
        const auto before = tally.replaced.find(index);
        const bool again = before != tally.replaced.end();
        if (const duration wait = again ? index_backoff(*before->second, now) : duration::zero();
            wait > duration::zero()) {
            wait_for(wait);
            continue;
        }
        plan.create.push_back(index);
        if (has_limit_per_index(job))
            plan.failures[index] = again ? failures_after(job, *before->second) : index_failures();
    }
}

void job_work::wait_for(duration d) {
    plan.again = plan.again ? std::min(*plan.again, d) : d;
}

void job_work::manage() {
    if (is_deleting(job.metadata)) return;
    if (suspended()) {
        plan.drop = tally.active;
        return;
    }
    const int parallelism = job.spec.parallelism.value_or(1);
    int wanted = parallelism;
    if (!job.spec.completions)
        wanted = tally.succeeded > 0 ? static_cast<int>(tally.active.size()) : parallelism;
    else
        wanted = std::clamp(completions_of(job) - tally.succeeded, 0, parallelism);
    remove(std::max(static_cast<int>(tally.active.size()) - wanted, 0));
    // As the real controller: a pass either deletes or creates.
    if (plan.drop.empty()) create(wanted);
}

void job_work::remove(int at_least) {
    const auto wanted = static_cast<std::size_t>(at_least);
    std::vector<pod_ptr> left = tally.active;
    if (is_indexed(job)) plan.drop = take_out_of_place(job, left, now);
    if (plan.drop.size() < wanted)
        std::ranges::move(choose_pods_to_delete(std::move(left), {}, wanted - plan.drop.size(), now),
                          std::back_inserter(plan.drop));
    if (plan.drop.size() > max_pods_at_once) plan.drop.resize(max_pods_at_once);
}

void job_work::suspend_or_resume() {
    const workload_condition* c = find_condition(plan.status.conditions, "Suspended");
    if (suspended()) {
        if (c && c->status == condition_status::true_) return;
        put("Suspended", condition_status::true_, "JobSuspended", "Job suspended");
        plan.events.push_back({event_type::normal, "Suspended", "Job suspended"});
        plan.status.start_time = timestamp();
    } else if (c && c->status == condition_status::true_) {
        put("Suspended", condition_status::false_, "JobResumed", "Job resumed");
        plan.events.push_back({event_type::normal, "Resumed", "Job resumed"});
        plan.status.start_time = timestamp::from(now);
    }
}

// Once the outcome is decided or the Job is being deleted, it is not waited for pods to finish
// (canRemoveFinalizer of job_controller.go). If the Job fails, each of them counts as failed.
void job_work::release_rest() {
    const bool succeeds = holds(plan.status.conditions, "SuccessCriteriaMet");
    const bool fails = !succeeds && holds(plan.status.conditions, "FailureTarget");
    if (!succeeds && !fails && !is_deleting(job.metadata)) return;
    std::set<pod_ptr> done(plan.release.begin(), plan.release.end());
    done.insert(plan.drop.begin(), plan.drop.end());
    std::vector<interned_string>& failed = plan.status.uncounted->failed;
    std::set<std::string> listed;
    for (const interned_string& uid : failed) listed.insert(uid.str());
    for (const pod_ptr& p : pods) {
        if (!has_finalizer(p->metadata, job_finalizer) || done.contains(p)) continue;
        plan.release.push_back(p);
        if ((fails || failed_pod(job, *p)) && counts_as_failure(job, *p) &&
            !listed.contains(p->metadata.uid.str()))
            failed.push_back(p->metadata.uid);
    }
}

// The job finishes once no pod is left to be counted or deleted.
void job_work::finish() {
    if (!plan.release.empty() || !plan.status.uncounted->succeeded.empty() ||
        !plan.status.uncounted->failed.empty() || tally.terminating > 0)
        return;
    plan.ends = true;
    if (holds(plan.status.conditions, "SuccessCriteriaMet")) {
        const workload_condition met = *find_condition(plan.status.conditions, "SuccessCriteriaMet");
        put("Complete", condition_status::true_, met.reason, met.message);
        plan.status.completion_time = timestamp::from(now);
        plan.events.push_back({event_type::normal, "Completed", "Job completed"});
    } else if (holds(plan.status.conditions, "FailureTarget")) {
        const workload_condition target = *find_condition(plan.status.conditions, "FailureTarget");
        put("Failed", condition_status::true_, target.reason, target.message);
        plan.events.push_back({event_type::warning, target.reason.str(), target.message.str()});
    }
}

// A finished job: only its time to live matters.
void job_work::check_time_to_live() {
    if (!job.spec.ttl_seconds_after_finished || is_deleting(job.metadata)) return;
    const workload_condition* c = find_condition(job.status.conditions, "Complete");
    if (!c || c->status != condition_status::true_) c = find_condition(job.status.conditions, "Failed");
    const duration left =
        time_left(c->last_transition_time, std::chrono::seconds(*job.spec.ttl_seconds_after_finished), now);
    if (left <= duration::zero())
        plan.expired = true;
    else
        plan.again = left;
}

}  // namespace

bool is_finished(const partial_job& job) {
    return holds(job.status.conditions, "Complete") || holds(job.status.conditions, "Failed");
}

job_plan plan_job(const partial_job& job, const std::vector<pod_ptr>& pods, wall_time now,
                  const backoff_record& record) {
    job_work w{job, pods, now, count_pods(job, pods)};
    if (is_finished(job)) {
        w.plan.status = job.status;
        w.check_time_to_live();
        return std::move(w.plan);
    }
    w.plan.status = w.tally.status;
    w.plan.release = w.tally.release;
    w.plan.backoff = next_backoff(job, pods, record);
    if (!w.plan.status.start_time.is_set() && !w.suspended()) w.plan.status.start_time = timestamp::from(now);
    w.decide_outcome();
    const auto decided = [&] {
        return holds(w.plan.status.conditions, "SuccessCriteriaMet") ||
               holds(w.plan.status.conditions, "FailureTarget");
    };
    if (decided()) {
        // Those that a success makes superfluous have not failed.
        (holds(w.plan.status.conditions, "SuccessCriteriaMet") ? w.plan.drop : w.plan.remove) =
            w.tally.active;
    } else {
        w.manage();
        const bool nobody_runs = w.tally.active.size() == w.plan.drop.size() && w.plan.create.empty();
        const bool enough =
            job.spec.completions ? w.tally.succeeded >= *job.spec.completions : w.tally.succeeded > 0;
        if (enough && nobody_runs)
            w.put("SuccessCriteriaMet", condition_status::true_, "CompletionsReached",
                  "Reached expected number of succeeded pods");
        else
            w.suspend_or_resume();
    }
    w.release_rest();
    const auto gone = [&](const pod_ptr& p) {
        const auto in = [&](const auto& list) {
            return std::find(list.begin(), list.end(), p) != list.end();
        };
        return in(w.plan.remove) || in(w.plan.drop);
    };
    for (const pod_ptr& p : w.tally.active)
        if (gone(p)) {
            ++w.tally.terminating;
            w.tally.ready -= is_ready(*p);
        }
    w.plan.status.active = static_cast<std::int32_t>(w.tally.active.size() + w.plan.create.size() -
                                                     w.plan.remove.size() - w.plan.drop.size());
    w.plan.status.ready = w.tally.ready;
    w.plan.status.terminating = w.tally.terminating;
    if (decided()) w.finish();
    return std::move(w.plan);
}

}}}  // namespace setpoint::v0::apiserver
