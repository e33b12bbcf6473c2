// Steps of rolling updates of DaemonSets (kubernetes' pkg/controller/daemon/update.go).

#include "apiserver/controllers/daemon_set/node_pods.hpp"

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

// The pods of a node that are not being deleted.
struct node_pair {
    pod_ptr current, old;
    bool excess = false;  // several of one kind: others remove them first
};

struct update_work {
    const partial_daemon_set& set;
    const daemon_seen& seen;
    const pods_by_node& pods;
    daemon_plan& plan;
    std::set<std::string_view> fitting{};  // nodes
    std::int32_t desired = 0, max_surge = 0, max_unavailable = 0;

    bool available(const pod_ptr& p) const {
        return is_available(*p, set.spec.min_ready_seconds.value_or(0), seen.wall_now);
    }
    node_pair pair_of(const std::vector<pod_ptr>& here) const;
    void replace();
    void surge();
};

node_pair update_work::pair_of(const std::vector<pod_ptr>& here) const {
    node_pair pair;
    for (const pod_ptr& p : here) {
        if (is_deleting(p->metadata)) continue;
        pod_ptr& one = is_updated(set, *p, seen.hash) ? pair.current : pair.old;
        if (one) pair.excess = true;
        one = p;
    }
    return pair;
}

// Without surge: deletes old pods; their nodes get new ones in the next step.
void update_work::replace() {
    std::int32_t unavailable = 0;
    std::vector<pod_ptr> candidates;
    for (const auto& [node, here] : pods) {
        const node_pair pair = pair_of(here);
        if (pair.excess || static_cast<bool>(pair.current) == static_cast<bool>(pair.old)) {
            ++unavailable;
        } else if (pair.current) {
            unavailable += !available(pair.current);
        } else if (!available(pair.old)) {
            plan.remove.push_back(pair.old);
            ++unavailable;
        } else if (unavailable < max_unavailable) {
            candidates.push_back(pair.old);
        }
    }
    const auto more = static_cast<std::size_t>(std::max(max_unavailable - unavailable, 0));
    for (std::size_t i = 0; i < std::min(more, candidates.size()); ++i) plan.remove.push_back(candidates[i]);
}

// With surge: creates new pods beside old ones, and deletes those once the new ones are available.
void update_work::surge() {
    std::int32_t surging = 0, usable = 0;
    std::vector<std::string> candidates;
    std::vector<pod_ptr> misplaced;
    for (const auto& [node, here] : pods) {
        const node_pair pair = pair_of(here);
        if (pair.excess) {
            ++surging;
            continue;
        }
        if (const pod_ptr& first = pair.old ? pair.old : pair.current; first && available(first)) ++usable;
        if (!pair.old) continue;
        if (pair.current) {
            if (available(pair.current))
                plan.remove.push_back(pair.old);
            else
                ++surging;
        } else if (!available(pair.old)) {
            if (fitting.contains(node))
                plan.create.push_back(node);
            else
                plan.remove.push_back(pair.old);
        } else if (!fitting.contains(node)) {
            misplaced.push_back(pair.old);
        } else if (surging < max_surge) {
            candidates.push_back(node);
        }
    }
    // Pods on nodes that no longer fit stay until others make up for them.
    const auto spare = static_cast<std::size_t>(std::max(usable - desired, 0));
    for (std::size_t i = 0; i < std::min(spare, misplaced.size()); ++i) plan.remove.push_back(misplaced[i]);
    const auto more = static_cast<std::size_t>(std::max(max_surge - surging, 0));
    for (std::size_t i = 0; i < std::min(more, candidates.size()); ++i)
        plan.create.push_back(std::move(candidates[i]));
}

}  // namespace

void plan_daemon_update(const partial_daemon_set& set, const daemon_seen& seen, pods_by_node pods,
                        daemon_plan& plan) {
    update_work w{set, seen, pods, plan};
    const daemon_placement placement = placement_of(set);
    for (const node_ptr& n : seen.nodes) {
        if (!fit_of(placement, *n).runs) continue;
        ++w.desired;
        w.fitting.insert(n->metadata.name.view());
        pods.try_emplace(n->metadata.name.str());
    }
    w.max_surge = daemon_surge(set, w.desired);
    w.max_unavailable = daemon_unavailable(set, w.desired);
    if (w.desired > 0 && w.max_surge == 0 && w.max_unavailable == 0) w.max_unavailable = 1;
    if (w.max_surge == 0)
        w.replace();
    else
        w.surge();
}

}}}  // namespace setpoint::v0::apiserver
