#include "apiserver/controllers/job/backoff.hpp"

#include "apiserver/go/seconds.hpp"

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr duration first_job_backoff = std::chrono::seconds(10);
constexpr duration longest_job_backoff = std::chrono::minutes(10);

bool is_sidecar(const partial_pod& p, const interned_string& name) {
    return std::ranges::any_of(p.spec.init_containers, [&](const partial_container& c) {
        return c.name == name && c.restart_policy == "Always";
    });
}

// Unset if one of the containers has not terminated.
timestamp last_container_end(const partial_pod& p) {
    timestamp latest;
    for (const container_status& s : p.status.container_statuses) {
        if (!s.state.terminated || !s.state.terminated->finished_at.is_set()) return {};
        latest = std::max(latest, s.state.terminated->finished_at);
    }
    for (const container_status& s : p.status.init_container_statuses) {
        if (!is_sidecar(p, s.name)) continue;
        if (!s.state.terminated || !s.state.terminated->finished_at.is_set()) return {};
        latest = std::max(latest, s.state.terminated->finished_at);
    }
    return latest;
}

}  // namespace

timestamp ended_at(const partial_pod& p) {
    if (const timestamp t = last_container_end(p); t.is_set()) return t;
    if (const condition* c = find_condition(p.status.conditions, "Ready");
        c && c->status == condition_status::false_ && c->last_transition_time.is_set())
        return c->last_transition_time;
    if (p.metadata.deletion_timestamp)
        return go_time_after(*p.metadata.deletion_timestamp, 0,
                             p.metadata.deletion_grace_period_seconds.value_or(0));
    return p.metadata.creation_timestamp;
}

backoff_record after_pods(backoff_record r, const std::vector<pod_ptr>& succeeded,
                          const std::vector<pod_ptr>& failed) {
    timestamp last_success;
    for (const pod_ptr& p : succeeded) last_success = std::max(last_success, ended_at(*p));
    if (!succeeded.empty()) r = {};
    for (const pod_ptr& p : failed) {
        const timestamp ended = ended_at(*p);
        if (!succeeded.empty() && ended <= last_success) continue;
        if (r.failures < std::numeric_limits<std::int32_t>::max()) ++r.failures;
        r.last_failure = std::max(r.last_failure, ended);
    }
    return r;
}

duration backoff_after(int failures, timestamp last, wall_time now) {
    duration wait = first_job_backoff;
    for (int i = 1; i < failures && wait < longest_job_backoff; ++i) wait *= 2;
    const auto limit = std::chrono::duration_cast<std::chrono::seconds>(std::min(wait, longest_job_backoff));
    return std::max(time_left(last, limit, now), duration::zero());
}

duration time_left(const backoff_record& r, wall_time now) {
    return r.failures == 0 ? duration::zero() : backoff_after(r.failures, r.last_failure, now);
}

}}}  // namespace setpoint::v0::apiserver
