#include <setpoint/json/encode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <apiserver/behaviour/deployment_plan.hpp>
#include <apiserver/behaviour/pod_control.hpp>
#include <apiserver/behaviour/template_hash.hpp>
#include <array>
#include <charconv>
#include <limits>

namespace setpoint::apiserver {

namespace bj = boost::json;

namespace {

constexpr std::array<std::string_view, 6> own_annotations = {
    "kubectl.kubernetes.io/last-applied-configuration",
    revision_annotation,
    revision_history_annotation,
    desired_annotation,
    max_annotation,
    "deprecated.deployment.rollback.to"};
constexpr std::size_t longest_history = 2000;
constexpr std::size_t longest_name = 253;

bj::object strings(const text_map& map) {
    bj::object o;
    for (const auto& [k, v] : map) o[k.view()] = v.view();
    return o;
}

std::int64_t newest_revision(const deployment_sets& sets) {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest) most = std::max(most, revision_of(sets.all[i].annotations));
    return most;
}

void remember_revision(text_map& annotations, const std::string& old) {
    std::string history = annotations[revision_history_annotation].str();
    while (!history.empty() && history.size() + old.size() + 1 > longest_history) {
        const auto comma = history.find(',');
        history = comma == std::string::npos ? "" : history.substr(comma + 1);
    }
    annotations[revision_history_annotation] = history.empty() ? old : history + "," + old;
}

// The annotations of the Deployment and its revision; `exists`: it has been there before.
void annotate(const deployment_view& d, set_state& s, std::int64_t revision, bool exists) {
    for (const auto& [k, v] : d.metadata.annotations)
        if (std::find(own_annotations.begin(), own_annotations.end(), k.view()) == own_annotations.end())
            s.annotations[k] = v;
    const std::int64_t old = revision_of(s.annotations);
    if (old < revision) {
        const bool had = s.annotations.contains(revision_annotation);
        if (had) remember_revision(s.annotations, std::to_string(old));
        s.annotations[revision_annotation] = std::to_string(revision);
    }
    if (exists) return;
    s.annotations[desired_annotation] = std::to_string(replicas_of(d));
    s.annotations[max_annotation] = std::to_string(replicas_of(d) + max_surge(d));
}

bj::object new_replica_set(const deployment_view& d, const set_state& s, const std::string& hash) {
    bj::value pod_template = with_hash_label(d.spec.pod_template, hash);
    bj::object meta;
    meta["name"] = s.name;
    meta["namespace"] = d.metadata.ns.view();
    meta["labels"] = strings(template_labels(pod_template));
    meta["annotations"] = strings(s.annotations);
    meta["ownerReferences"] =
        bj::array{json::to_value(make_controller_reference(kind_of<deployment_view>().gvk, d.metadata))};
    bj::value chosen = json::to_value(d.spec.selector);
    bj::value& labels = chosen.as_object()["matchLabels"];
    if (!labels.is_object()) labels.emplace_object();
    labels.get_object()[template_hash_label] = hash;
    bj::object spec;
    spec["replicas"] = s.replicas;
    if (s.min_ready_seconds != 0) spec["minReadySeconds"] = s.min_ready_seconds;
    spec["selector"] = std::move(chosen);
    spec["template"] = std::move(pod_template);
    return {{"apiVersion", "apps/v1"},
            {"kind", "ReplicaSet"},
            {"metadata", std::move(meta)},
            {"spec", std::move(spec)}};
}

// What is being worked out.
struct work {
    const deployment_view& d;
    const deployment_seen& seen;
    wall_time now;
    deployment_sets sets;
    deployment_status_view status;  // as reported, with the conditions of this pass
    deployment_plan plan;

    void find_sets();
    void sync_revision(bool create);
    void create_set(std::int64_t revision);
    void pause_or_resume();
    void roll();
    void recreate();
    void clean_up();
    bool old_pods_run() const;
    void finish(bool judge);
};

void work::find_sets() {
    for (const replica_set_ptr& s : seen.sets) sets.all.push_back(state_of(s));
    std::sort(sets.all.begin(), sets.all.end(), older);
    for (std::size_t i = 0; i < sets.all.size() && !sets.newest; ++i)
        if (same_template(sets.all[i].seen->spec.pod_template, d.spec.pod_template)) sets.newest = i;
}

void work::create_set(std::int64_t revision) {
    const std::string hash = template_hash(d.spec.pod_template, d.status.collision_count);
    set_state s;
    s.name = replica_set_name(d.metadata.name, hash);
    s.min_ready_seconds = d.spec.min_ready_seconds.value_or(0);
    s.replicas = new_set_size(d, sets, 0);
    annotate(d, s, revision, false);
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

void work::sync_revision(bool create) {
    const std::int64_t revision = newest_revision(sets) + 1;
    if (set_state* s = sets.new_set()) {
        if (!s->seen) return;
        annotate(d, *s, revision, true);
        s->min_ready_seconds = d.spec.min_ready_seconds.value_or(0);
        plan.revision = s->annotations[revision_annotation].str();
        if (has_progress_deadline(d) && !find_condition(status.conditions, "Progressing"))
            set_condition(status.conditions, "Progressing", condition_status::true_, "FoundNewReplicaSet",
                          fmt::format("Found new replica set \"{}\"", s->name), now);
    } else if (create) {
        create_set(revision);
    }
}

void work::pause_or_resume() {
    if (!has_progress_deadline(d)) return;
    const workload_condition* c = find_condition(status.conditions, "Progressing");
    if (c && c->reason == "ProgressDeadlineExceeded") return;
    const bool said = c && c->reason == "DeploymentPaused";
    const bool paused = d.spec.paused.value_or(false);
    if (paused && !said)
        set_condition(status.conditions, "Progressing", condition_status::unknown, "DeploymentPaused",
                      "Deployment is paused", now);
    else if (!paused && said)
        set_condition(status.conditions, "Progressing", condition_status::unknown, "DeploymentResumed",
                      "Deployment is resumed", now);
}

void work::clean_up() {
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

void work::roll() {
    sync_revision(true);
    if (roll_new_set(d, sets)) return;
    if (roll_old_sets(d, sets)) return;
    if (is_complete(d, d.status)) clean_up();
}

bool work::old_pods_run() const {
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest && sets.all[i].actual() > 0) return true;
    const set_state* s = sets.new_set();
    const std::string mine = s && s->seen ? s->seen->metadata.uid.str() : "";
    return std::any_of(seen.with_pods.begin(), seen.with_pods.end(),
                       [&](const auto& uid) { return uid != mine; });
}

void work::recreate() {
    sync_revision(false);
    bool scaled = false;
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest && sets.all[i].replicas > 0) scaled = scale_set(d, sets, i, 0) || scaled;
    if (scaled || old_pods_run()) return;
    if (!sets.newest) sync_revision(true);
    scale_set(d, sets, *sets.newest, replicas_of(d));
    if (is_complete(d, d.status)) clean_up();
}

void work::finish(bool judge) {
    plan.status = count_status(d, status, sets, now);
    if (judge) {
        judge_progress(d, status, sets, plan.status, now);
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

std::int64_t revision_of(const text_map& annotations) {
    const auto at = annotations.find(revision_annotation);
    if (at == annotations.end()) return 0;
    const std::string_view s = at->second;
    std::int64_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    return ec == std::errc() && end == s.data() + s.size() ? n : 0;
}

std::string replica_set_name(std::string_view deployment, std::string_view hash) {
    return fmt::format("{}-{}", deployment.substr(0, longest_name - 1 - hash.size()), hash);
}

deployment_plan plan_deployment(const deployment_view& d, const deployment_seen& seen, wall_time now) {
    work w{d, seen, now, {}, d.status, {}};
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
        if (rolls(d))
            w.roll();
        else
            w.recreate();
        w.finish(true);
    }
    return std::move(w.plan);
}

}  // namespace setpoint::apiserver
