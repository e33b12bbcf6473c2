#include "framework/cache/view_impl.hpp"

#include "framework/cache/field_value.hpp"
#include "framework/cache/list_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint {

namespace {

// The state that most needs attention has the lowest value.
int urgency(sync_state s) {
    switch (s) {
        case sync_state::retrying:
            return 0;
        case sync_state::listing:
            return 1;
        case sync_state::starting:
            return 2;
        case sync_state::not_served:
            return 3;
        case sync_state::live:
            return 4;
    }
    return 4;
}

}  // namespace

view_impl::view_impl(loop& l, background_work& later, logger log, const kind_info& kind, cache_scope scope)
    : loop_(l), later_(later), log_(std::move(log)), kind_(kind), scope_(std::move(scope)) {
    const auto what = [&] {
        return fmt::format("the cache's scope for {}", kind.resource().group_resource());
    };
    auto labels = selector::parse(scope_.label_selector);
    if (!labels) throw fault(labels.error().within(what()));
    labels_ = std::move(*labels);
    auto fields = field_selector::parse(scope_.field_selector);
    if (!fields) throw fault(fields.error().within(what()));
    fields_ = std::move(*fields);
}

namespace_shard& view_impl::add_shard(std::string ns, const informer_status& status) {
    shards_.push_back(std::make_unique<namespace_shard>(kind_, std::move(ns), log_, status,
                                                        [this](const object_change& c) { changed(c); }));
    shards_.back()->when_arrived = [this] {
        for (const auto& arrived : arrival_) arrived();
    };
    return *shards_.back();
}

namespace_shard* view_impl::shard_for(std::string_view ns) const {
    if (shards_.size() == 1 && shards_.front()->ns().empty()) return shards_.front().get();
    const auto at = std::lower_bound(shards_.begin(), shards_.end(), ns,
                                     [](const auto& p, std::string_view n) { return p->ns() < n; });
    return at != shards_.end() && (*at)->ns() == ns ? at->get() : nullptr;
}

bool view_impl::covers(std::string_view ns) const {
    return ns.empty() ? !shards_.empty() : shard_for(ns) != nullptr;
}

object_ptr view_impl::find(const object_key& key) const {
    const namespace_shard* const p = shard_for(key.ns);
    return p ? p->writes().resolve(key, p->objects().find(key)) : nullptr;
}

result<std::vector<object_ptr>> view_impl::list(const indexed_list_options& options) const {
    const auto all = walk(options);
    if (!all) return all.error();
    std::vector<object_ptr> found;
    (*all)->next(std::numeric_limits<std::size_t>::max(), found);
    return found;
}

result<std::unique_ptr<view_walk>> view_impl::walk(const indexed_list_options& options) const {
    auto q = query::make(kind_, options);
    if (!q) return q.error();
    auto walk = std::make_unique<list_walk>(std::move(*q));
    for (const auto& p : shards_) {
        if (!options.ns.empty() && !p->ns().empty() && p->ns() != options.ns) continue;
        if (const auto ok = walk->add(*p); !ok) return ok.error();
    }
    return std::unique_ptr<view_walk>(std::move(walk));
}

bool view_impl::trustworthy(const object_key& key) const {
    if (key.name.empty() && key.ns.empty())
        return std::all_of(shards_.begin(), shards_.end(),
                           [](const auto& p) { return p->writes().stale_keys("").empty(); });
    const namespace_shard* const p = shard_for(key.ns);
    if (!p) return true;
    if (p->writes().needs_live_read(key)) return false;
    if (p->uncertain().empty()) return true;
    const object_ptr held = find(key);
    return !held || !p->uncertain().affects(held);
}

std::vector<object_key> view_impl::doubtful(std::string_view ns) const {
    std::vector<object_key> keys;
    for (const auto& p : shards_) {
        if (!ns.empty() && !p->ns().empty() && p->ns() != ns) continue;
        for (object_key& k : p->writes().stale_keys(ns)) keys.push_back(std::move(k));
        for (std::string& n : p->uncertain().namespaces(ns)) keys.emplace_back(std::move(n), "");
    }
    return keys;
}

// Fields that the type does not describe are assumed to match; the watch will correct that.
bool view_impl::in_scope(const object_ptr& o) const {
    if (!labels_.empty()) {
        const text_map* const labels = labels_of(kind_, o.get());
        if (labels && !labels_.matches(*labels)) return false;
    }
    for (const auto& r : fields_.requirements()) {
        const auto value = field_value(*kind_.type, o.get(), r.path);
        if (value && (*value == r.value) != r.equals) return false;
    }
    return true;
}

void view_impl::written(object_ptr answer) {
    const basic_meta& m = kind_.meta(answer.get());
    namespace_shard* const p = shard_for(m.ns);
    if (!p) return;
    p->uncertain().resolve(m);
    p->written(answer, in_scope(answer), loop_.now());
}

void view_impl::removed(const object_key& key, std::string_view uid) {
    namespace_shard* const p = shard_for(key.ns);
    if (!p) return;
    p->uncertain().resolve(key);
    p->writes().removed(key, uid, p->objects().find(key), loop_.now());
}

void view_impl::outcome_unknown(const object_key& key) {
    outdated(key, {});
}

void view_impl::collection_outcome_unknown(const list_options& chosen) {
    namespace_shard* const p = shard_for(chosen.ns);
    if (!p) return;
    auto labels = selector::parse(chosen.label_selector);
    // An invalid selector is assumed to select everything.
    p->uncertain().add(chosen.ns, labels ? std::move(*labels) : selector(), loop_.now());
}

void view_impl::all_known(std::string_view ns, time_point asked) {
    namespace_shard* const p = shard_for(ns);
    if (p) p->uncertain().resolve_all(ns, asked);
}

void view_impl::outdated(const object_key& key, std::string_view version) {
    namespace_shard* const p = shard_for(key.ns);
    if (p) p->writes().mark_stale(key, version, loop_.now());
}

result<> view_impl::add_index(std::string name, index_extractor values) {
    for (const auto& p : shards_) {
        if (!p->objects().add_index(name, values))
            return error(errc::invalid, fmt::format("{} have an index named \"{}\" already",
                                                    kind_.resource().group_resource(), name));
        later_.add([shard = p.get()] { return shard->objects().build_indexes(store::slice); });
    }
    return {};
}

bool view_impl::has_index(std::string_view name) const {
    return !shards_.empty() && shards_.front()->objects().find_index(name) != nullptr;
}

void view_impl::subscribe(change_handler handler) {
    subscription& s = subscriptions_.emplace_back();
    s.handler = std::move(handler);
    later_.add([this, &s] { return announce_held(s, store::slice); });
}

// Announces the next n objects after the last announced one.
bool view_impl::announce_held(subscription& s, std::size_t n) {
    for (const auto& p : shards_) {
        if (!p->ns().empty() && p->ns() < s.announced.ns) continue;
        const object_table& objects = p->objects().objects();
        object_table::position at = objects.lower_bound(s.announced, true);
        while (const object_ptr* const next = objects.next(at)) {
            if (n-- == 0) return true;
            const object_ptr o = *next;
            s.announced = key_of(kind_.meta(o.get()));
            notify(s, {object_change::kind::added, nullptr, o, true, false});
        }
    }
    s.up_to_date = true;
    return false;
}

void view_impl::changed(const object_change& c) {
    const key_view key = kind_.meta((c.after ? c.after : c.before).get());
    // Iterates by index: a handler may subscribe another one.
    for (std::size_t i = 0; i < subscriptions_.size(); ++i) {
        const subscription& s = subscriptions_[i];
        if (s.up_to_date || !(key_view(s.announced) < key)) notify(s, c);
    }
}

void view_impl::notify(const subscription& s, const object_change& c) {
    try {
        s.handler(c);
    } catch (const std::exception& e) {
        const key_view key = kind_.meta((c.after ? c.after : c.before).get());
        log_.error("a change handler failed: it has missed this change",
                   {{"object", key.key().to_string()}, {"error", e.what()}});
    }
}

bool view_impl::synced() const {
    return !shards_.empty() &&
           std::all_of(shards_.begin(), shards_.end(), [](const auto& p) { return p->synced(); });
}

bool view_impl::served() const {
    return std::none_of(shards_.begin(), shards_.end(),
                        [](const auto& p) { return p->status().state == sync_state::not_served; });
}

sync_state view_impl::state() const {
    sync_state worst = shards_.empty() ? sync_state::starting : sync_state::live;
    for (const auto& p : shards_)
        if (urgency(p->status().state) < urgency(worst)) worst = p->status().state;
    return worst;
}

std::string view_impl::why() const {
    for (const auto& p : shards_)
        if (!p->status().why.empty()) return p->status().why;
    return {};
}

std::size_t view_impl::size() const {
    std::size_t n = 0;
    for (const auto& p : shards_) n += p->objects().objects().size();
    return n;
}

std::size_t view_impl::bytes() const {
    std::size_t n = 0;
    for (const auto& p : shards_) n += p->objects().bytes();
    return n;
}

}  // namespace setpoint
