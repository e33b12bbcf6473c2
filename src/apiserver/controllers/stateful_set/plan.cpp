#include "apiserver/controllers/stateful_set/plan.hpp"

#include "apiserver/controllers/history/revision.hpp"
#include "apiserver/go/seconds.hpp"

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

using step_kind = set_step::kind;

std::string_view revision_of(const partial_pod& p) {
    const auto at = p.metadata.labels.find(std::string_view(revision_label));
    return at == p.metadata.labels.end() ? std::string_view() : at->second.view();
}

bool is_running_and_ready(const partial_pod& p) {
    return p.status.phase == "Running" && is_ready(p);
}

// Of pods that are missing, those that one plan creates. The real controller has no limit: a size that nobody
// meant would take all memory.
constexpr std::size_t most_created = 500;

struct set_work {
    const partial_stateful_set& set;
    const set_seen& seen;
    wall_time now;
    bool in_order = true;                        // OrderedReady
    std::int64_t first, beyond;                  // ordinals
    std::map<std::int64_t, pod_ptr> replicas{};  // by ordinal, those that exist
    std::vector<pod_ptr> condemned{};            // outside of the range, the largest ordinal first
    pod_ptr first_unavailable{};                 // null also if that is a missing one
    std::size_t created = 0;
    set_plan plan{};

    bool is_available_now(const partial_pod& p) const {
        return is_available(p, set.spec.min_ready_seconds.value_or(0), now);
    }
    bool is_unavailable(const partial_pod& p) const {
        return !is_available_now(p) || is_deleting(p.metadata);
    }
    void add(step_kind what, const pod_ptr& p) {
        plan.phases.back().push_back({what, ordinal_of(p->metadata.name).ordinal, p, {}});
    }
    void sort_pods();
    pod_ptr find_unavailable() const;
    void count(partial_stateful_set_status& s) const;
    void create(std::int32_t ordinal);
    bool process_replica(std::int32_t ordinal, const pod_ptr& p);
    bool process_condemned(const pod_ptr& p);
    bool scale();
    void update();
    void finish();
};

void set_work::sort_pods() {
    for (const pod_ptr& p : seen.pods) {
        const std::int32_t ordinal = ordinal_of(p->metadata.name).ordinal;
        if (in_range(set, ordinal))
            replicas[ordinal] = p;
        else if (ordinal >= 0)
            condemned.push_back(p);
    }
    std::sort(condemned.begin(), condemned.end(), [](const pod_ptr& a, const pod_ptr& b) {
        return ordinal_of(a->metadata.name).ordinal > ordinal_of(b->metadata.name).ordinal;
    });
    first_unavailable = find_unavailable();
}

pod_ptr set_work::find_unavailable() const {
    std::int64_t next = first;
    for (const auto& [ordinal, p] : replicas) {
        if (ordinal != next++) return nullptr;
        if (is_unavailable(*p)) return p;
    }
    if (next != beyond) return nullptr;
    const auto one = std::find_if(condemned.rbegin(), condemned.rend(),
                                  [this](const pod_ptr& p) { return is_unavailable(*p); });
    return one == condemned.rend() ? nullptr : *one;
}

void set_work::count(partial_stateful_set_status& s) const {
    std::int32_t existing = 0, ready = 0, available = 0, current = 0, updated = 0;
    for (const pod_ptr& p : seen.pods) {
        if (p->status.phase.empty()) continue;
        ++existing;
        if (is_running_and_ready(*p)) {
            ++ready;
            available += is_available_now(*p);
        }
        if (is_deleting(p->metadata)) continue;
        current += revision_of(*p) == seen.revisions.current;
        updated += revision_of(*p) == seen.revisions.update;
    }
    s.observed_generation = set.metadata.generation;
    s.replicas = existing;
    s.ready_replicas = ready;
    s.available_replicas = available;
    s.current_replicas = current;
    s.updated_replicas = updated;
    s.collision_count = seen.revisions.collisions;
    s.current_revision = seen.revisions.current;
    s.update_revision = seen.revisions.update;
}

// Pods below the partition get the current revision; without a partition, as many as there were.
void set_work::create(std::int32_t ordinal) {
    const auto& strategy = set.spec.update_strategy;
    std::int32_t keep = 0;
    if (strategy.rolling_update)
        keep = strategy.rolling_update->partition.value_or(0);
    else if (strategy.type == "RollingUpdate")
        keep = set.status.current_replicas.value_or(0);
    const bool is_current = ordinal < first + keep;
    ++created;
    plan.phases.back().push_back(
        {step_kind::create, ordinal, nullptr, is_current ? seen.revisions.current : seen.revisions.update});
}

// Returns whether to wait before anything else happens.
bool set_work::process_replica(std::int32_t ordinal, const pod_ptr& p) {
    if (!p) {
        if (has_stale_claim(set, seen.claims, {ordinal, member_name(set, ordinal), ""})) return true;
        create(ordinal);
        return true;
    }
    if (is_finished(*p)) {
        if (!is_deleting(p->metadata)) add(step_kind::remove, p);
        return true;
    }
    const member m = member_of(*p);
    const bool pending = p->status.phase == "Pending";
    if (pending && !claims_are_complete(set, seen.claims, m)) add(step_kind::complete_claims, p);
    if (in_order && (is_deleting(p->metadata) || !is_running_and_ready(*p) || !is_available_now(*p)))
        return true;
    if (!has_identity(set, *p) || !has_storage(set, *p) ||
        (!pending && !owners_are_right(set, seen.claims, m)))
        add(step_kind::restore, p);
    return false;
}

bool set_work::process_condemned(const pod_ptr& p) {
    if (is_deleting(p->metadata)) return true;
    if (in_order && p != first_unavailable && (!is_running_and_ready(*p) || !is_available_now(*p)))
        return true;
    add(step_kind::remove, p);
    return true;
}

// Returns whether the set has its size.
bool set_work::scale() {
    plan.phases.emplace_back();
    auto next = replicas.begin();
    for (std::int64_t i = first; i < beyond && created < most_created; ++i) {
        const pod_ptr p = next != replicas.end() && next->first == i ? (next++)->second : nullptr;
        if (process_replica(static_cast<std::int32_t>(i), p) && in_order) return false;
    }
    plan.phases.emplace_back();
    for (const pod_ptr& p : condemned)
        if (!owners_are_right(set, seen.claims, member_of(*p))) add(step_kind::keep_claims, p);
    plan.phases.emplace_back();
    for (const pod_ptr& p : condemned)
        if (process_condemned(p) && in_order) return false;
    return true;
}

// Replaces one pod at a time, from the largest ordinal down to the partition.
void set_work::update() {
    if (set.spec.update_strategy.type == "OnDelete") return;
    plan.phases.emplace_back();
    const auto& rolling = set.spec.update_strategy.rolling_update;
    const std::int64_t least = first + std::max(rolling ? rolling->partition.value_or(0) : 0, 0);
    auto next = replicas.rbegin();
    for (std::int64_t i = beyond; i-- > least; ++next) {
        if (next == replicas.rend() || next->first != i) return;  // it is missing
        const pod_ptr& p = next->second;
        if (revision_of(*p) != seen.revisions.update && !is_deleting(p->metadata)) {
            add(step_kind::remove, p);
            // Pods of older revisions are not among them.
            plan.status.current_replicas = std::max(plan.status.current_replicas.value_or(0) - 1, 0);
            return;
        }
        if (is_unavailable(*p)) return;
    }
}

void set_work::finish() {
    partial_stateful_set_status& s = plan.status;
    const std::int32_t wanted = replicas_of(set);
    if (set.spec.update_strategy.type == "RollingUpdate" && s.updated_replicas == wanted &&
        s.ready_replicas == wanted && s.replicas == wanted) {
        s.current_replicas = s.updated_replicas;
        s.current_revision = s.update_revision;
    }
    std::erase_if(plan.phases, [](const set_phase& p) { return p.empty(); });
}

}  // namespace

set_plan plan_stateful_set(const partial_stateful_set& set, const set_seen& seen, wall_time now) {
    set_work w{set, seen, now, !is_parallel(set), first_ordinal(set), end_of_ordinals(set)};
    w.count(w.plan.status);
    if (!is_deleting(set.metadata)) {
        w.sort_pods();
        if (w.scale()) w.update();
    }
    w.finish();
    return std::move(w.plan);
}

std::optional<duration> next_available_member(const partial_stateful_set& set,
                                              const std::vector<pod_ptr>& pods,
                                              const partial_stateful_set_status& status, wall_time now) {
    const std::int32_t least = set.spec.min_ready_seconds.value_or(0);
    if (least <= 0 || status.ready_replicas == status.available_replicas) return std::nullopt;
    duration next = std::chrono::seconds(least);
    for (const pod_ptr& p : pods)
        if (const timestamp since = ready_since(*p); since.is_set() && !is_available(*p, least, now))
            next = std::min(next, time_left(since, std::chrono::seconds(least), now));
    return std::max<duration>(next, std::chrono::milliseconds(1));
}

}}}  // namespace setpoint::v0::apiserver
