#include "apiserver/controllers/daemon_set/plan.hpp"

#include "apiserver/controllers/daemon_set/node_pods.hpp"
#include "apiserver/controllers/history/revision.hpp"
#include "apiserver/controllers/node/node_affinity.hpp"
#include "apiserver/go/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr std::size_t burst_daemons = 250;

std::string_view hash_of(const partial_pod& p) {
    const auto at = p.metadata.labels.find(std::string_view(revision_label));
    return at == p.metadata.labels.end() ? std::string_view() : at->second.view();
}

struct daemon_work {
    const partial_daemon_set& set;
    const daemon_seen& seen;
    failed_pod_backoff& failed;
    daemon_placement placement;
    pods_by_node pods;
    daemon_plan plan{};

    void manage(const partial_node& n);
    std::vector<pod_ptr> running(const partial_node& n, const std::vector<pod_ptr>& here);
    void remove_failed(const partial_node& n, const pod_ptr& p);
    void prune_surge(std::vector<pod_ptr> here);
    void remove_stranded();
};

void daemon_work::remove_failed(const partial_node& n, const pod_ptr& p) {
    const std::string key =
        fmt::format("{}/{}/{}", set.metadata.uid, static_cast<std::int64_t>(set.status.observed_generation),
                    n.metadata.name);
    if (const auto wait = failed.delay(key, seen.now)) {
        plan.again = plan.again ? std::min(*plan.again, *wait) : *wait;
        return;
    }
    failed.advance(key, seen.now);
    plan.events.push_back({event_type::warning, "FailedDaemonPod",
                           fmt::format("Found failed daemon pod {}/{} on node {}, will try to kill it",
                                       p->metadata.ns, p->metadata.name, n.metadata.name)});
    plan.remove.push_back(p);
}

std::vector<pod_ptr> daemon_work::running(const partial_node& n, const std::vector<pod_ptr>& here) {
    std::vector<pod_ptr> alive;
    for (const pod_ptr& p : here) {
        if (is_deleting(p->metadata)) continue;
        if (p->status.phase == "Failed") {
            remove_failed(n, p);
        } else if (p->status.phase == "Succeeded") {
            plan.events.push_back(
                {event_type::normal, "SucceededDaemonPod",
                 fmt::format("Found succeeded daemon pod {}/{} on node {}, will try to delete it",
                             p->metadata.ns, p->metadata.name, n.metadata.name)});
            plan.remove.push_back(p);
        } else {
            alive.push_back(p);
        }
    }
    sort_by_age(alive);
    return alive;
}

// Two pods may share a node while the old one is ready and the new one is not available.
void daemon_work::prune_surge(std::vector<pod_ptr> here) {
    pod_ptr current, old;
    for (const pod_ptr& p : here) {
        pod_ptr& first = hash_of(*p) == seen.hash ? current : old;
        if (first)
            plan.remove.push_back(p);
        else
            first = p;
    }
    if (!current || !old) return;
    const std::int32_t least = set.spec.min_ready_seconds.value_or(0);
    if (!is_ready(*old) || is_available(*current, least, seen.wall_now)) plan.remove.push_back(old);
}

void daemon_work::manage(const partial_node& n) {
    const daemon_fit fit = fit_of(placement, n);
    const auto at = pods.find(n.metadata.name.view());
    if (at == pods.end()) {
        if (fit.runs) plan.create.push_back(n.metadata.name.str());
        return;
    }
    if (!fit.stays) {
        for (const pod_ptr& p : at->second)
            if (!is_deleting(p->metadata)) plan.remove.push_back(p);
        return;
    }
    std::vector<pod_ptr> alive = running(n, at->second);
    if (daemon_surge(set, 1) <= 0) {
        for (std::size_t i = 1; i < alive.size(); ++i) plan.remove.push_back(alive[i]);
    } else if (alive.empty()) {
        if (fit.runs) plan.create.push_back(n.metadata.name.str());
    } else if (alive.size() > 1) {
        prune_surge(std::move(alive));
    }
}

// Pods that wait for a node that does not exist: nobody else deletes them.
void daemon_work::remove_stranded() {
    std::set<std::string_view> nodes;
    for (const node_ptr& n : seen.nodes) nodes.insert(n->metadata.name.view());
    for (const auto& [name, here] : pods)
        for (const pod_ptr& p : here)
            if (!nodes.contains(name) && p->spec.node_name.empty() && !is_deleting(p->metadata))
                plan.remove.push_back(p);
}

}  // namespace

pods_by_node group_by_node(const std::vector<pod_ptr>& pods) {
    pods_by_node out;
    for (const pod_ptr& p : pods) {
        if (is_finished(*p) && is_deleting(p->metadata)) continue;
        if (std::string node = target_node(*p); !node.empty()) out[std::move(node)].push_back(p);
    }
    return out;
}

void sort_by_age(std::vector<pod_ptr>& pods) {
    std::sort(pods.begin(), pods.end(), [](const pod_ptr& a, const pod_ptr& b) {
        if (a->spec.node_name.empty() != b->spec.node_name.empty()) return b->spec.node_name.empty();
        if (a->metadata.creation_timestamp != b->metadata.creation_timestamp)
            return a->metadata.creation_timestamp < b->metadata.creation_timestamp;
        return a->metadata.name < b->metadata.name;
    });
}

daemon_plan plan_daemon_set(const partial_daemon_set& set, const daemon_seen& seen,
                            failed_pod_backoff& failed) {
    daemon_work w{set, seen, failed, placement_of(set), group_by_node(seen.pods)};
    for (const node_ptr& n : seen.nodes) w.manage(*n);
    w.remove_stranded();
    if (w.plan.create.empty() && w.plan.remove.empty() && set.spec.update_strategy.type == "RollingUpdate")
        plan_daemon_update(set, seen, std::move(w.pods), w.plan);
    w.plan.create.resize(std::min(w.plan.create.size(), burst_daemons));
    w.plan.remove.resize(std::min(w.plan.remove.size(), burst_daemons));
    return std::move(w.plan);
}

partial_daemon_set_status daemon_status(const partial_daemon_set& set, const daemon_seen& seen) {
    const daemon_placement placement = placement_of(set);
    pods_by_node pods = group_by_node(seen.pods);
    std::int32_t desired = 0, current = 0, misscheduled = 0, ready = 0, updated = 0, available = 0;
    for (const node_ptr& n : seen.nodes) {
        const bool runs = fit_of(placement, *n).runs;
        const auto at = pods.find(n->metadata.name.view());
        desired += runs;
        if (at == pods.end()) continue;
        if (!runs) {
            ++misscheduled;
            continue;
        }
        ++current;
        sort_by_age(at->second);
        const partial_pod& p = *at->second.front();
        ready += is_ready(p);
        available += is_available(p, set.spec.min_ready_seconds.value_or(0), seen.wall_now);
        updated += is_updated(set, p, seen.hash);
    }
    partial_daemon_set_status s = set.status;
    s.observed_generation = set.metadata.generation;
    s.desired = desired;
    s.current = current;
    s.misscheduled = misscheduled;
    s.ready = ready;
    s.updated = updated;
    s.available = available;
    s.unavailable = desired - available;
    return s;
}

std::optional<duration> next_available_daemon(const partial_daemon_set& set, const daemon_seen& seen) {
    const std::int32_t least = set.spec.min_ready_seconds.value_or(0);
    std::optional<duration> next;
    if (least <= 0) return next;
    for (const pod_ptr& p : seen.pods) {
        const timestamp since = ready_since(*p);
        if (!since.is_set() || is_available(*p, least, seen.wall_now)) continue;
        const duration left = time_left(since, std::chrono::seconds(least), seen.wall_now);
        if (!next || left < *next) next = left;
    }
    return next;
}

}}}  // namespace setpoint::v0::apiserver
