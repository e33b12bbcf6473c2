#include "framework/cache/own_writes.hpp"

#include "framework/cache/namespace_shard.hpp"
#include "setpoint/cache/cache.hpp"

#include <prometheus/counter.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

bool own_writes::needs_live_read(const object_key& key) const {
    if (key.name.empty() && key.ns.empty())
        return std::any_of(of_.shards_.begin(), of_.shards_.end(),
                           [](const auto& s) { return !s->writes().stale_keys("").empty(); });
    const namespace_shard* const s = of_.shard_for(key.ns);
    if (!s) return false;
    if (s->writes().needs_live_read(key)) return true;
    if (s->uncertain().empty()) return false;
    const object_ptr held = of_.find(key);
    return held && s->uncertain().affects(held);
}

std::vector<object_key> own_writes::stale_keys(std::string_view ns) const {
    std::vector<object_key> keys;
    for (const auto& s : of_.shards_) {
        if (!ns.empty() && !s->ns().empty() && s->ns() != ns) continue;
        for (object_key& k : s->writes().stale_keys(ns)) keys.push_back(std::move(k));
        for (std::string& n : s->uncertain().namespaces(ns)) keys.emplace_back(std::move(n), "");
    }
    return keys;
}

bool own_writes::changes(const object_key& key) const {
    const namespace_shard* const s = of_.shard_for(key.ns);
    if (!s || s->writes().empty()) return false;
    const object_ptr held = s->objects().find(key);
    return s->writes().resolve(key, held) != held;
}

void own_writes::avoided_stale_read() const {
    if (of_.stale_reads_) of_.stale_reads_->Increment();
}

// With selectors, only the type of the collection shows whether the object is in scope: see written().
void own_writes::note_answer(const basic_meta& m) {
    if (!of_.scope().label_selector.empty() || !of_.scope().field_selector.empty()) return;
    if (namespace_shard* const s = of_.shard_for(m.ns)) s->note_answer(m.resource_version);
}

void own_writes::written(object_ptr answer) {
    const basic_meta& m = of_.kind_.meta(answer.get());
    namespace_shard* const s = of_.shard_for(m.ns);
    if (!s) return;
    s->uncertain().resolve(m);
    s->written(answer, of_.in_scope(answer), of_.loop_.now());
}

void own_writes::removed(const object_key& key, std::string_view uid, removal what) {
    namespace_shard* const s = of_.shard_for(key.ns);
    if (!s) return;
    s->uncertain().resolve(key);
    s->writes().removed(key, uid, s->objects().find(key), what, of_.loop_.now());
}

void own_writes::mark_stale(const object_key& key, std::string_view version) {
    namespace_shard* const s = of_.shard_for(key.ns);
    if (s) s->writes().mark_stale(key, version, of_.loop_.now());
}

void own_writes::mark_uncertain(const list_options& chosen) {
    namespace_shard* const s = of_.shard_for(chosen.ns);
    if (!s) return;
    auto labels = selector::parse(chosen.label_selector);
    // An invalid selector is assumed to select everything.
    s->uncertain().add(chosen.ns, labels ? std::move(*labels) : selector(), of_.loop_.now());
}

void own_writes::namespace_read(std::string_view ns, time_point asked) {
    namespace_shard* const s = of_.shard_for(ns);
    if (s) s->uncertain().resolve_all(ns, asked);
}

// rest.ShouldDeleteDuringUpdate in k8s.io/apiserver. A Namespace has finalizers in its spec, too.
bool is_last_state(const kind_info& kind, const object_ptr& o) {
    if (kind.gvk.kind == "Namespace" && kind.gvk.group.empty()) return false;
    const object_meta* const m = kind.full_meta(o.get());
    return m && is_deleting(*m) && m->finalizers.empty() && m->deletion_grace_period_seconds.value_or(0) == 0;
}

bool is_terminating(const kind_info& kind, const object_ptr& o) {
    const object_meta* const m = o ? kind.full_meta(o.get()) : nullptr;
    return m && is_deleting(*m) && !is_last_state(kind, o);
}

void overlay_answer(cache& c, const kind_info& kind, const object_ptr& answer) {
    const basic_meta& m = kind.meta(answer.get());
    const bool gone = is_last_state(kind, answer);
    for (cached_collection* const of : c.collections_of(kind)) {
        own_writes(*of).note_answer(m);
        if (gone)
            own_writes(*of).removed(key_of(m), m.uid, removal::complete);
        else if (of->kind().type == kind.type)
            own_writes(*of).written(answer);
        else
            own_writes(*of).mark_stale(key_of(m), m.resource_version);
    }
}

}}  // namespace setpoint::v0
