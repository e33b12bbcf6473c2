#include "apiserver/state/watch_scopes.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

const change* watch_scope::next(std::uint64_t revision) const {
    if (all_ || revision < since_) return of_.next(revision);
    const auto at = std::ranges::upper_bound(revisions_, revision);
    return at == revisions_.end() ? nullptr : of_.next(*at - 1);
}

bool watch_scope::has_lost(std::uint64_t revision) const {
    if (all_ || revision < since_) return revision < of_.compacted();
    const auto at = std::ranges::upper_bound(revisions_, revision);
    return revision < lost_ || (at != revisions_.end() && *at <= of_.compacted());
}

void watch_scope::add(std::uint64_t revision) {
    if (all_) return;
    for (; !revisions_.empty() && revisions_.front() <= of_.compacted(); revisions_.pop_front())
        lost_ = revisions_.front();
    revisions_.push_back(revision);
}

std::shared_ptr<watch_scope> watch_scopes::find(std::string_view ns, std::string_view name,
                                                std::uint64_t visible) {
    if (const auto at = scopes_.find(std::pair(ns, name)); at != scopes_.end())
        return at->second->shared_from_this();
    std::pair<std::string, std::string> key{ns, name};
    const auto forget = [this, key](watch_scope* s) {
        scopes_.erase(key);
        delete s;
    };
    std::shared_ptr<watch_scope> made(new watch_scope(loop_, of_, ns.empty() && name.empty(), visible),
                                      forget);
    for (const change* c = of_.next(visible); c; c = of_.next(c->revision)) {
        const object_key& of = c->now->key;
        if ((ns.empty() || of.ns == ns) && (name.empty() || of.name == name)) made->add(c->revision);
    }
    scopes_.emplace(std::move(key), made.get());
    return made;
}

void watch_scopes::for_each(const object_key& key, const auto& f) {
    if (scopes_.empty()) return;
    const std::string_view ns = key.ns, name = key.name, any = {};
    const auto call = [&](std::string_view in, std::string_view of) {
        if (const auto at = scopes_.find(std::pair(in, of)); at != scopes_.end()) f(*at->second);
    };
    call(any, any);
    call(any, name);
    if (ns.empty()) return;
    call(ns, any);
    call(ns, name);
}

void watch_scopes::add(const change& c, bool wakes) {
    for_each(c.now->key, [&](watch_scope& s) {
        s.add(c.revision);
        if (wakes) s.changed.notify();
    });
}

void watch_scopes::undo(const change& c) {
    for_each(c.now->key, [&](watch_scope& s) {
        if (!s.revisions_.empty() && s.revisions_.back() == c.revision) s.revisions_.pop_back();
    });
}

void watch_scopes::notify(const object_key& key) {
    for_each(key, [](watch_scope& s) { s.changed.notify(); });
}

void watch_scopes::notify_all() {
    for (const auto& [of, scope] : scopes_) scope->changed.notify();
}

}}}  // namespace setpoint::v0::apiserver
