#include "apiserver/controllers/deployment/status.hpp"

#include "apiserver/go/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view progressing = "Progressing";

std::int32_t old_pods(const partial_deployment_status& s) {
    return s.replicas.value_or(0) - s.updated_replicas.value_or(0);
}

bool made_progress(const partial_deployment_status& before, const partial_deployment_status& next) {
    return next.updated_replicas.value_or(0) > before.updated_replicas.value_or(0) ||
           old_pods(next) < old_pods(before) ||
           next.ready_replicas.value_or(0) > before.ready_replicas.value_or(0) ||
           next.available_replicas.value_or(0) > before.available_replicas.value_or(0);
}

bool timed_out(const partial_deployment& d, const partial_deployment_status& s, wall_time now) {
    const workload_condition* c = find_condition(s.conditions, progressing);
    if (!c || c->reason == "NewReplicaSetAvailable") return false;
    if (c->reason == "ProgressDeadlineExceeded") return true;
    return c->last_update_time.is_set() &&
           time_left(c->last_update_time, std::chrono::seconds(*d.spec.progress_deadline_seconds), now) <
               duration::zero();
}

std::string about(const partial_deployment& d, const deployment_sets& sets, std::string_view what) {
    if (const set_state* s = sets.new_set()) return fmt::format("ReplicaSet \"{}\" {}", s->name, what);
    return fmt::format("Deployment \"{}\" {}", d.metadata.name, what);
}

// Updates lastUpdateTime even if the reason is unchanged.
void report_progress(const workload_condition* current, partial_deployment_status& next, std::string message,
                     wall_time now) {
    workload_condition c =
        new_condition(progressing, condition_status::true_, "ReplicaSetUpdated", message, now);
    c.last_update_time = c.last_transition_time;
    if (current && current->status == condition_status::true_)
        c.last_transition_time = current->last_transition_time;
    replace_condition(next.conditions, std::move(c));
}

// Of the new replica set, otherwise of any.
const workload_condition* replica_failure(const deployment_sets& sets) {
    const auto of = [](const set_state& s) {
        return s.seen ? find_condition(s.seen->status.conditions, "ReplicaFailure") : nullptr;
    };
    if (const set_state* s = sets.new_set())
        if (const workload_condition* c = of(*s)) return c;
    for (const set_state& s : sets.all)
        if (const workload_condition* c = of(s)) return c;
    return nullptr;
}

std::optional<std::int32_t> terminating(const deployment_sets& sets) {
    std::int32_t n = 0;
    for (const set_state& s : sets.all) {
        if (!s.seen) continue;
        if (s.seen->status.terminating_replicas)
            n += *s.seen->status.terminating_replicas;
        else if (s.seen->status.observed_generation != 0)
            return std::nullopt;
    }
    return n;
}

}  // namespace

void set_condition(workload_conditions& conditions, std::string_view type, condition_status status,
                   std::string_view reason, std::string message, wall_time now) {
    workload_condition c = new_condition(type, status, reason, message, now);
    c.last_update_time = c.last_transition_time;
    if (const workload_condition* current = find_condition(conditions, type)) {
        if (current->status == status && current->reason == reason) return;
        if (current->status == status) c.last_transition_time = current->last_transition_time;
    }
    replace_condition(conditions, std::move(c));
}

bool has_progress_deadline(const partial_deployment& d) {
    return d.spec.progress_deadline_seconds &&
           *d.spec.progress_deadline_seconds != std::numeric_limits<std::int32_t>::max();
}

partial_deployment_status count_status(const partial_deployment& d, const partial_deployment_status& before,
                                       const deployment_sets& sets, wall_time now) {
    partial_deployment_status s;
    s.observed_generation = d.metadata.generation;
    std::int32_t actual = 0, ready = 0;
    for (const set_state& x : sets.all) {
        actual += x.actual();
        ready += x.ready();
    }
    s.replicas = actual;
    s.ready_replicas = ready;
    s.updated_replicas = sets.new_set() ? sets.new_set()->actual() : 0;
    s.available_replicas = sets.available();
    s.unavailable_replicas = std::max(sets.wanted() - sets.available(), 0);
    s.terminating_replicas = terminating(sets);
    s.collision_count = before.collision_count;
    s.conditions = before.conditions;
    if (sets.available() >= replicas_of(d) - max_unavailable(d))
        set_condition(s.conditions, "Available", condition_status::true_, "MinimumReplicasAvailable",
                      "Deployment has minimum availability.", now);
    else
        set_condition(s.conditions, "Available", condition_status::false_, "MinimumReplicasUnavailable",
                      "Deployment does not have minimum availability.", now);
    return s;
}

bool is_complete(const partial_deployment& d, const partial_deployment_status& s) {
    const std::int32_t n = replicas_of(d);
    return s.updated_replicas.value_or(0) == n && s.replicas.value_or(0) == n &&
           s.available_replicas.value_or(0) == n && s.observed_generation >= d.metadata.generation;
}

void update_progress(const partial_deployment& d, const partial_deployment_status& before,
                     const deployment_sets& sets, partial_deployment_status& next, wall_time now) {
    if (!has_progress_deadline(d)) remove_condition(next.conditions, progressing);
    const workload_condition* current = find_condition(before.conditions, progressing);
    const bool done_before = next.replicas.value_or(0) == next.updated_replicas.value_or(0) && current &&
                             current->reason == "NewReplicaSetAvailable";
    if (has_progress_deadline(d) && !done_before) {
        if (is_complete(d, next))
            set_condition(next.conditions, progressing, condition_status::true_, "NewReplicaSetAvailable",
                          about(d, sets, "has successfully progressed."), now);
        else if (made_progress(before, next))
            report_progress(current, next, about(d, sets, "is progressing."), now);
        else if (timed_out(d, next, now))
            set_condition(next.conditions, progressing, condition_status::false_, "ProgressDeadlineExceeded",
                          about(d, sets, "has timed out progressing."), now);
    }
    const workload_condition* failure = replica_failure(sets);
    if (!failure) {
        remove_condition(next.conditions, "ReplicaFailure");
        return;
    }
    const workload_condition* reported = find_condition(next.conditions, "ReplicaFailure");
    if (reported && reported->status == failure->status && reported->reason == failure->reason) return;
    workload_condition c = *failure;
    c.last_update_time = failure->last_transition_time;
    replace_condition(next.conditions, std::move(c));
}

std::optional<duration> next_progress_check(const partial_deployment& d, const partial_deployment_status& s,
                                            wall_time now) {
    const workload_condition* c = find_condition(s.conditions, progressing);
    if (!has_progress_deadline(d) || !c || is_complete(d, s) || c->reason == "ProgressDeadlineExceeded" ||
        c->reason == "NewReplicaSetAvailable" || !c->last_update_time.is_set())
        return std::nullopt;
    const duration left =
        time_left(c->last_update_time, std::chrono::seconds(*d.spec.progress_deadline_seconds), now);
    constexpr duration least = std::chrono::seconds(1), most = std::chrono::hours(24);
    return std::clamp<duration>(left, duration::zero(), most) + least;
}

}}}  // namespace setpoint::v0::apiserver
