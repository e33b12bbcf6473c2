#include "apiserver/controllers/deployment/plan.hpp"

#include "apiserver/controllers/deployment/template_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

// The plan under construction.
struct deployment_work {
    const partial_deployment& d;
    const deployment_seen& seen;
    wall_time now;
    deployment_sets sets;
    partial_deployment_status status;  // as reported, with the conditions of this pass
    deployment_plan plan;

    void find_sets();
    void sync_revision(bool create);
    void create_set(std::int64_t revision);
    void pause_or_resume();
    void roll();
    void recreate();
    void clean_up();
    bool old_pods_run() const;
    void finish(bool decide_outcome);
};

void deployment_work::find_sets() {
    for (const replica_set_ptr& s : seen.sets) sets.all.push_back(state_of(s));
    std::sort(sets.all.begin(), sets.all.end(), older);
    for (std::size_t i = 0; i < sets.all.size() && !sets.newest; ++i)
        if (same_template(sets.all[i].seen->spec.pod_template, d.spec.pod_template)) sets.newest = i;
}

void deployment_work::create_set(std::int64_t revision) {
    const std::string hash = template_hash(d.spec.pod_template, d.status.collision_count);
    set_state s;
    s.name = replica_set_name(d.metadata.name, hash);
    s.min_ready_seconds = d.spec.min_ready_seconds.value_or(0);
    s.replicas = new_set_size(d, sets, 0);
    annotate_revision(d, s, revision, false);
    plan.create = new_replica_set(d, s, hash);
    plan.create_name = s.name;
    plan.create_replicas = s.replicas;
    if (s.replicas > 0)
        sets.events.push_back(fmt::format("Scaled up replica set {} from 0 to {}", s.name, s.replicas));
    if (has_progress_deadline(d))
        set_condition(status.conditions, "Progressing", condition_status::true_, "NewReplicaSetCreated",
                      fmt::format("Created new replica set \"{}\"", s.name), now);
    sets.newest = sets.all.size();
    sets.all.push_back(std::move(s));
    plan.revision = std::to_string(revision);
}

void deployment_work::sync_revision(bool create) {
    const std::int64_t revision = newest_revision(sets) + 1;
    if (set_state* s = sets.new_set()) {
        if (!s->seen) return;
        annotate_revision(d, *s, revision, true);
        s->min_ready_seconds = d.spec.min_ready_seconds.value_or(0);
        plan.revision = s->annotations[revision_annotation].str();
        if (has_progress_deadline(d) && !find_condition(status.conditions, "Progressing"))
            set_condition(status.conditions, "Progressing", condition_status::true_, "FoundNewReplicaSet",
                          fmt::format("Found new replica set \"{}\"", s->name), now);
    } else if (create) {
        create_set(revision);
    }
}

void deployment_work::pause_or_resume() {
    if (!has_progress_deadline(d)) return;
    const workload_condition* c = find_condition(status.conditions, "Progressing");
    if (c && c->reason == "ProgressDeadlineExceeded") return;
    const bool reported_paused = c && c->reason == "DeploymentPaused";
    const bool paused = d.spec.paused.value_or(false);
    if (paused && !reported_paused)
        set_condition(status.conditions, "Progressing", condition_status::unknown, "DeploymentPaused",
                      "Deployment is paused", now);
    else if (!paused && reported_paused)
        set_condition(status.conditions, "Progressing", condition_status::unknown, "DeploymentResumed",
                      "Deployment is resumed", now);
}

void deployment_work::clean_up() {
    const std::int32_t keep =
        d.spec.revision_history_limit.value_or(std::numeric_limits<std::int32_t>::max());
    std::vector<const set_state*> old;
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest && !is_deleting(sets.all[i].seen->metadata)) old.push_back(&sets.all[i]);
    if (old.size() <= static_cast<std::size_t>(std::max(keep, 0))) return;
    std::sort(old.begin(), old.end(), [](const set_state* a, const set_state* b) {
        const auto ra = revision_of(a->annotations), rb = revision_of(b->annotations);
        return ra != rb ? ra < rb : older(*a, *b);
    });
    old.resize(old.size() - static_cast<std::size_t>(std::max(keep, 0)));
    for (const set_state* s : old) {
        const auto& live = *s->seen;
        if (s->actual() != 0 || s->replicas != 0 ||
            live.metadata.generation > live.status.observed_generation)
            continue;
        plan.remove.push_back(s->seen);
    }
}

void deployment_work::roll() {
    sync_revision(true);
    if (roll_new_set(d, sets)) return;
    if (roll_old_sets(d, sets)) return;
    if (is_complete(d, d.status)) clean_up();
}

bool deployment_work::old_pods_run() const {
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest && sets.all[i].actual() > 0) return true;
    const set_state* s = sets.new_set();
    const std::string mine = s && s->seen ? s->seen->metadata.uid.str() : "";
    return std::any_of(seen.with_pods.begin(), seen.with_pods.end(),
                       [&](const auto& uid) { return uid != mine; });
}

void deployment_work::recreate() {
    sync_revision(false);
    bool scaled = false;
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest && sets.all[i].replicas > 0) scaled = scale_set(d, sets, i, 0) || scaled;
    if (scaled || old_pods_run()) return;
    if (!sets.newest) sync_revision(true);
    scale_set(d, sets, *sets.newest, replicas_of(d));
    if (is_complete(d, d.status)) clean_up();
}

void deployment_work::finish(bool decide_outcome) {
    plan.status = count_status(d, status, sets, now);
    if (decide_outcome) {
        update_progress(d, status, sets, plan.status, now);
        plan.again = next_progress_check(d, plan.status, now);
    }
    for (const set_state& s : sets.all) {
        if (!s.seen) continue;
        set_change c{s.seen, {}};
        bj::object spec, changed;
        if (s.replicas != s.seen->spec.replicas.value_or(1)) spec["replicas"] = s.replicas;
        if (s.min_ready_seconds != s.seen->spec.min_ready_seconds.value_or(0))
            spec["minReadySeconds"] = s.min_ready_seconds;
        for (const auto& [k, v] : s.annotations) {
            const auto at = s.seen->metadata.annotations.find(k);
            if (at == s.seen->metadata.annotations.end() || at->second != v) changed[k.view()] = v.view();
        }
        if (!changed.empty()) {
            bj::object meta;
            meta["annotations"] = std::move(changed);
            c.patch["metadata"] = std::move(meta);
        }
        if (!spec.empty()) c.patch["spec"] = std::move(spec);
        if (!c.patch.empty()) plan.changes.push_back(std::move(c));
    }
    plan.events = std::move(sets.events);
}

}  // namespace

deployment_plan plan_deployment(const partial_deployment& d, const deployment_seen& seen, wall_time now) {
    deployment_work w{d, seen, now, {}, d.status, {}};
    w.find_sets();
    if (is_deleting(d.metadata)) {
        w.sync_revision(false);
        w.finish(false);
        return std::move(w.plan);
    }
    w.pause_or_resume();
    const bool paused = d.spec.paused.value_or(false);
    if (paused || size_was_changed(d, w.sets)) {
        w.sync_revision(false);
        scale_in_proportion(d, w.sets);
        if (paused) w.clean_up();
        w.finish(false);
    } else {
        if (is_rolling_update(d))
            w.roll();
        else
            w.recreate();
        w.finish(true);
    }
    return std::move(w.plan);
}

}}}  // namespace setpoint::v0::apiserver
