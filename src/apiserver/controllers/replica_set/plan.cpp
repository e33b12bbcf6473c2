#include "apiserver/controllers/replica_set/plan.hpp"

#include "apiserver/go/seconds.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr std::size_t burst = 500;
constexpr std::string_view cost_annotation = "controller.kubernetes.io/pod-deletion-cost";

int phase_rank(std::string_view phase) {
    if (phase == "Pending") return 0;
    return phase == "Running" ? 2 : 1;
}

std::int32_t deletion_cost(const partial_pod& p) {
    const auto at = p.metadata.annotations.find(cost_annotation);
    if (at == p.metadata.annotations.end()) return 0;
    const std::string_view s = at->second;
    std::int32_t cost = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), cost);
    return ec == std::errc() && end == s.data() + s.size() ? cost : 0;
}

// Ages within the same power of two count as equal.
int age_rank(timestamp t, wall_time now) {
    if (!t.is_set()) return 0;
    const duration left = time_left(t, std::chrono::seconds(0), now);
    if (left >= duration::zero()) return 0;
    return static_cast<int>(std::bit_width(0 - static_cast<std::uint64_t>(left.count())));
}

struct ranked {
    pod_ptr pod;
    std::size_t neighbours;
};

// A negative result orders a first.
int compare(const ranked& ra, const ranked& rb, wall_time now) {
    const partial_pod &a = *ra.pod, &b = *rb.pod;
    const auto order = [](auto x, auto y) { return x < y ? -1 : (y < x ? 1 : 0); };
    if (int c = order(!a.spec.node_name.empty(), !b.spec.node_name.empty())) return c;
    if (int c = order(phase_rank(a.status.phase), phase_rank(b.status.phase))) return c;
    if (int c = order(is_ready(a), is_ready(b))) return c;
    if (int c = order(deletion_cost(a), deletion_cost(b))) return c;
    if (int c = order(rb.neighbours, ra.neighbours)) return c;
    if (is_ready(a) && ready_since(a) != ready_since(b)) {
        if (int c = order(age_rank(ready_since(a), now), age_rank(ready_since(b), now))) return c;
        return order(a.metadata.uid.view(), b.metadata.uid.view());
    }
    if (int c = order(restarts(b), restarts(a))) return c;
    if (a.metadata.creation_timestamp != b.metadata.creation_timestamp) {
        if (int c = order(age_rank(a.metadata.creation_timestamp, now),
                          age_rank(b.metadata.creation_timestamp, now)))
            return c;
    }
    return order(a.metadata.uid.view(), b.metadata.uid.view());
}

void set_failure(workload_conditions& conditions, std::string_view reason, const std::string& why,
                 wall_time now) {
    if (find_condition(conditions, "ReplicaFailure")) return;
    conditions.push_back(new_condition("ReplicaFailure", condition_status::true_, reason, why, now));
}

}  // namespace

std::vector<pod_ptr> choose_pods_to_delete(std::vector<pod_ptr> active, const std::vector<pod_ptr>& related,
                                           std::size_t surplus, wall_time now) {
    if (surplus >= active.size()) return active;
    std::map<interned_string, std::size_t> on_node;
    for (const pod_ptr& p : related)
        if (is_active(*p)) ++on_node[p->spec.node_name];
    std::vector<ranked> order;
    order.reserve(active.size());
    for (pod_ptr& p : active) {
        const std::size_t neighbours = on_node[p->spec.node_name];
        order.push_back({std::move(p), neighbours});
    }
    std::sort(order.begin(), order.end(),
              [&](const ranked& a, const ranked& b) { return compare(a, b, now) < 0; });
    std::vector<pod_ptr> chosen;
    for (std::size_t i = 0; i < surplus; ++i) chosen.push_back(std::move(order[i].pod));
    return chosen;
}

replica_plan plan_replicas(const replica_goal& goal, const std::vector<pod_ptr>& owned,
                           const std::vector<pod_ptr>& related, wall_time now) {
    replica_plan plan;
    if (goal.deleting) return plan;
    std::vector<pod_ptr> active;
    for (const pod_ptr& p : owned)
        if (is_active(*p)) active.push_back(p);
    const std::size_t wanted = static_cast<std::size_t>(std::max(goal.replicas, 0));
    if (active.size() < wanted)
        plan.create = static_cast<std::int32_t>(std::min(wanted - active.size(), burst));
    else if (active.size() > wanted)
        plan.remove = choose_pods_to_delete(active, related, std::min(active.size() - wanted, burst), now);
    return plan;
}

partial_replica_status replica_status(const replica_goal& goal, const partial_replica_status& before,
                                      const std::vector<pod_ptr>& owned, const std::string& failure,
                                      wall_time now) {
    partial_replica_status s;
    s.conditions = before.conditions;
    s.observed_generation = goal.generation;
    std::int32_t replicas = 0, labelled = 0, ready = 0, available = 0, terminating = 0;
    const selector of_template(goal.template_labels);
    for (const pod_ptr& p : owned) {
        if (is_deleting(p->metadata)) terminating += !is_finished(*p);
        if (!is_active(*p)) continue;
        ++replicas;
        labelled += of_template.matches(p->metadata.labels);
        ready += is_ready(*p);
        available += is_available(*p, goal.min_ready_seconds, now);
    }
    s.replicas = replicas;
    s.fully_labeled_replicas = labelled;
    s.ready_replicas = ready;
    s.available_replicas = available;
    if (goal.counts_terminating) s.terminating_replicas = terminating;
    if (failure.empty())
        remove_condition(s.conditions, "ReplicaFailure");
    else
        set_failure(s.conditions, replicas < goal.replicas ? "FailedCreate" : "FailedDelete", failure, now);
    return s;
}

std::optional<duration> next_available(const replica_goal& goal, const std::vector<pod_ptr>& owned,
                                       wall_time now) {
    std::optional<duration> next;
    if (goal.min_ready_seconds <= 0) return next;
    for (const pod_ptr& p : owned) {
        if (!is_active(*p) || !is_ready(*p) || is_available(*p, goal.min_ready_seconds, now)) continue;
        const duration left = time_left(ready_since(*p), std::chrono::seconds(goal.min_ready_seconds), now);
        if (!next || left < *next) next = left;
    }
    return next;
}

}}}  // namespace setpoint::v0::apiserver
