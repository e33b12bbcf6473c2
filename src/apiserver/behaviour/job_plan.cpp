#include <fmt/format.h>

#include <algorithm>
#include <apiserver/behaviour/deployment_scale.hpp>
#include <apiserver/behaviour/job_plan.hpp>
#include <apiserver/behaviour/replica_plan.hpp>
#include <limits>
#include <set>

namespace setpoint::apiserver {

namespace {

constexpr duration first_backoff = std::chrono::seconds(10);
constexpr duration longest_backoff = std::chrono::minutes(10);
constexpr int most_at_once = 500;

bool holds(const workload_conditions& c, std::string_view type) {
    const workload_condition* found = find_condition(c, type);
    return found && found->status == condition_status::true_;
}

bool tracked(const pod_view& p) {
    return has_finalizer(p.metadata, job_finalizer);
}

// When its last container ended.
timestamp ended_at(const pod_view& p) {
    timestamp t;
    for (const container_status& s : p.status.container_statuses)
        if (s.state.terminated) t = std::max(t, s.state.terminated->finished_at);
    if (t.is_set()) return t;
    if (const condition* c = find_condition(p.status.conditions, "Ready");
        c && c->status == condition_status::false_)
        return c->last_transition_time;
    return p.metadata.deletion_timestamp.value_or(p.metadata.creation_timestamp);
}

struct work {
    const job_view& job;
    const std::vector<pod_ptr>& pods;
    wall_time now;
    job_plan plan;
    std::vector<pod_ptr> active;
    index_set completed;
    std::int32_t succeeded = 0, failed = 0, terminating = 0, ready = 0;

    bool suspended() const { return job.spec.suspend.value_or(false); }
    int completions() const { return job.spec.completions.value_or(std::numeric_limits<int>::max()); }
    bool failed_pod(const pod_view& p) const;
    void put(std::string_view type, condition_status status, std::string_view reason,
             std::string_view message);
    void count();
    void settle_uncounted(uncounted_pods& u);
    void count_finished(uncounted_pods& u);
    void judge();
    bool past_deadline();
    bool past_restarts() const;
    duration backoff() const;
    void manage();
    void create(int wanted);
    void suspend_or_resume();
    void finish();
    void live_on();
};

bool work::failed_pod(const pod_view& p) const {
    if (p.status.phase == "Failed") return true;
    if (job.spec.pod_replacement_policy == "Failed") return false;
    return is_deleting(p.metadata) && p.status.phase != "Succeeded";
}

void work::put(std::string_view type, condition_status status, std::string_view reason,
               std::string_view message) {
    workload_condition c;
    c.type = type;
    c.status = status;
    c.last_probe_time = c.last_transition_time = timestamp::from(now);
    c.reason = reason;
    c.message = message;
    for (workload_condition& old : plan.status.conditions) {
        if (old.type != type) continue;
        if (old.status != status || old.reason != reason || old.message != message) old = std::move(c);
        return;
    }
    plan.status.conditions.push_back(std::move(c));
}

// Pods that were written down as ended and whose finalizer is gone: into the counters.
void work::settle_uncounted(uncounted_pods& u) {
    std::set<std::string_view> held;
    for (const pod_ptr& p : pods)
        if (tracked(*p)) held.insert(p->metadata.uid);
    const auto settle = [&](std::vector<text>& list, std::optional<std::int32_t>& counter) {
        const auto before = list.size();
        std::erase_if(list, [&](const text& uid) { return !held.contains(uid.view()); });
        counter = counter.value_or(0) + static_cast<std::int32_t>(before - list.size());
    };
    settle(u.succeeded, plan.status.succeeded);
    settle(u.failed, plan.status.failed);
}

// Pods that have ended since: written down, and let go.
void work::count_finished(uncounted_pods& u) {
    const auto listed = [](const std::vector<text>& list, const text& uid) {
        return std::find(list.begin(), list.end(), uid) != list.end();
    };
    for (const pod_ptr& p : pods) {
        if (!tracked(*p)) continue;
        const bool ok = p->status.phase == "Succeeded";
        if (!ok && !failed_pod(*p)) continue;
        const auto index = completion_index(*p);
        const bool ignored =
            is_indexed(job) && ok && (!index || *index >= completions() || completed.has(*index));
        plan.release.push_back(p);
        if (listed(u.succeeded, p->metadata.uid) || listed(u.failed, p->metadata.uid) || ignored) continue;
        if (ok && is_indexed(job))
            completed.insert(*index);
        else
            (ok ? u.succeeded : u.failed).push_back(p->metadata.uid);
    }
}

void work::count() {
    plan.status = job.status;
    uncounted_pods u = job.status.uncounted.value_or(uncounted_pods());
    if (is_indexed(job)) completed = index_set::parse(job.status.completed_indexes, completions());
    settle_uncounted(u);
    count_finished(u);
    succeeded = plan.status.succeeded.value_or(0) + static_cast<std::int32_t>(u.succeeded.size());
    failed = plan.status.failed.value_or(0) + static_cast<std::int32_t>(u.failed.size());
    if (is_indexed(job)) {
        succeeded = completed.total();
        plan.status.succeeded = succeeded;
        plan.status.completed_indexes = completed.to_string();
    }
    plan.status.uncounted = std::move(u);
    for (const pod_ptr& p : pods) {
        if (is_deleting(p->metadata) && !setpoint::apiserver::is_finished(*p)) ++terminating;
        if (!is_active(*p)) continue;
        active.push_back(p);
        ready += is_ready(*p);
    }
    if (!plan.status.start_time.is_set() && !suspended()) plan.status.start_time = timestamp::from(now);
}

bool work::past_restarts() const {
    const auto* t = job.spec.pod_template.if_object();
    const auto* spec = t ? t->if_contains("spec") : nullptr;
    const auto* policy =
        spec && spec->is_object() ? spec->get_object().if_contains("restartPolicy") : nullptr;
    if (!policy || !policy->is_string() || policy->get_string() != "OnFailure") return false;
    std::int32_t n = 0;
    for (const pod_ptr& p : pods)
        if (p->status.phase == "Running" || p->status.phase == "Pending")
            for (const container_status& s : p->status.container_statuses) n += s.restart_count.value_or(0);
    const std::int32_t limit = job.spec.backoff_limit.value_or(6);
    return limit == 0 ? n > 0 : n >= limit;
}

bool work::past_deadline() {
    if (!job.spec.active_deadline_seconds || suspended() || !plan.status.start_time.is_set()) return false;
    const duration left =
        plan.status.start_time.to_wall_time() + std::chrono::seconds(*job.spec.active_deadline_seconds) - now;
    if (left <= duration::zero()) return true;
    plan.again = left;
    return false;
}

// The condition that the end is decided, unless it is.
void work::judge() {
    if (holds(plan.status.conditions, "SuccessCriteriaMet") || holds(plan.status.conditions, "FailureTarget"))
        return;
    if (failed > job.spec.backoff_limit.value_or(6) || past_restarts())
        put("FailureTarget", condition_status::true_, "BackoffLimitExceeded",
            "Job has reached the specified backoff limit");
    else if (past_deadline())
        put("FailureTarget", condition_status::true_, "DeadlineExceeded",
            "Job was active longer than specified deadline");
}

// How long the next pod must wait, after failures since the last success.
duration work::backoff() const {
    timestamp last_success, last_failure;
    for (const pod_ptr& p : pods)
        if (p->status.phase == "Succeeded") last_success = std::max(last_success, ended_at(*p));
    int failures = 0;
    for (const pod_ptr& p : pods) {
        if (!failed_pod(*p) || ended_at(*p) < last_success) continue;
        ++failures;
        last_failure = std::max(last_failure, ended_at(*p));
    }
    if (failures == 0 || !last_failure.is_set()) return duration::zero();
    duration wait = first_backoff;
    for (int i = 1; i < failures && wait < longest_backoff; ++i) wait *= 2;
    return std::max<duration>(last_failure.to_wall_time() + std::min(wait, longest_backoff) - now,
                              duration::zero());
}

void work::create(int wanted) {
    const int holding = job.spec.pod_replacement_policy == "Failed" ? terminating : 0;
    int missing = std::min(wanted - holding - static_cast<int>(active.size()), most_at_once);
    if (missing <= 0) return;
    if (const duration wait = backoff(); wait > duration::zero()) {
        plan.again = plan.again ? std::min(*plan.again, wait) : wait;
        return;
    }
    if (!is_indexed(job)) {
        plan.create.assign(static_cast<std::size_t>(missing), -1);
        return;
    }
    index_set taken = completed;
    for (const pod_ptr& p : active)
        if (const auto i = completion_index(*p)) taken.insert(*i);
    plan.create = taken.missing(missing, completions());
}

void work::manage() {
    if (is_deleting(job.metadata)) return;
    if (suspended()) {
        plan.drop = active;
        return;
    }
    const int parallelism = job.spec.parallelism.value_or(1);
    int wanted = parallelism;
    if (!job.spec.completions)
        wanted = succeeded > 0 ? static_cast<int>(active.size()) : parallelism;
    else
        wanted = std::clamp(completions() - succeeded, 0, parallelism);
    if (static_cast<int>(active.size()) > wanted)
        plan.drop = choose_pods_to_delete(active, {}, active.size() - static_cast<std::size_t>(wanted), now);
    else
        create(wanted);
}

void work::suspend_or_resume() {
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

// The end is declared once nothing is left to be counted or to go.
void work::finish() {
    if (!plan.release.empty() || !plan.status.uncounted->succeeded.empty() ||
        !plan.status.uncounted->failed.empty() || terminating > 0)
        return;
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

// Finished: only its time to live is left.
void work::live_on() {
    if (!job.spec.ttl_seconds_after_finished || is_deleting(job.metadata)) return;
    const workload_condition* c = find_condition(job.status.conditions, "Complete");
    if (!c || c->status != condition_status::true_) c = find_condition(job.status.conditions, "Failed");
    const duration left = c->last_transition_time.to_wall_time() +
                          std::chrono::seconds(*job.spec.ttl_seconds_after_finished) - now;
    if (left <= duration::zero())
        plan.expired = true;
    else
        plan.again = left;
}

}  // namespace

bool is_finished(const job_view& job) {
    return holds(job.status.conditions, "Complete") || holds(job.status.conditions, "Failed");
}

bool is_indexed(const job_view& job) {
    return job.spec.completion_mode == "Indexed";
}

std::optional<int> completion_index(const pod_view& p) {
    const auto n = annotated(p.metadata.annotations, job_index_key);
    return n ? std::optional<int>(*n) : std::nullopt;
}

job_plan plan_job(const job_view& job, const std::vector<pod_ptr>& pods, wall_time now) {
    work w{job, pods, now, {}, {}, {}, 0, 0, 0, 0};
    if (is_finished(job)) {
        w.plan.status = job.status;
        w.live_on();
        return std::move(w.plan);
    }
    w.count();
    w.judge();
    const auto decided = [&] {
        return holds(w.plan.status.conditions, "SuccessCriteriaMet") ||
               holds(w.plan.status.conditions, "FailureTarget");
    };
    if (decided()) {
        w.plan.remove = w.active;
    } else {
        w.manage();
        const bool nobody_runs = w.active.size() == w.plan.drop.size() && w.plan.create.empty();
        const bool enough = job.spec.completions ? w.succeeded >= *job.spec.completions : w.succeeded > 0;
        if (enough && nobody_runs)
            w.put("SuccessCriteriaMet", condition_status::true_, "CompletionsReached",
                  "Reached expected number of succeeded pods");
        else
            w.suspend_or_resume();
    }
    const auto gone = [&](const pod_ptr& p) {
        const auto in = [&](const auto& list) {
            return std::find(list.begin(), list.end(), p) != list.end();
        };
        return in(w.plan.remove) || in(w.plan.drop);
    };
    for (const pod_ptr& p : w.active)
        if (gone(p)) {
            ++w.terminating;
            w.ready -= is_ready(*p);
        }
    w.plan.status.active = static_cast<std::int32_t>(w.active.size() + w.plan.create.size() -
                                                     w.plan.remove.size() - w.plan.drop.size());
    w.plan.status.ready = w.ready;
    w.plan.status.terminating = w.terminating;
    if (decided()) w.finish();
    return std::move(w.plan);
}

}  // namespace setpoint::apiserver
