#include "setpoint/cache/cached_collection.hpp"

#include "framework/cache/background_work.hpp"
#include "framework/cache/field_value.hpp"
#include "framework/cache/list_walk.hpp"
#include "framework/cache/namespace_shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 {

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

cached_collection::cached_collection(loop& l, background_work& later, logger log, const kind_info& kind,
                                     cache_scope scope)
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

cached_collection::~cached_collection() = default;

namespace_shard& cached_collection::add_shard(std::string ns, const informer_status& status) {
    shards_.push_back(std::make_unique<namespace_shard>(kind_, std::move(ns), log_, status,
                                                        [this](const object_change& c) { changed(c); }));
    shards_.back()->when_presence_changed = [this] {
        for (const auto& handler : presence_handlers_) handler();
    };
    return *shards_.back();
}

namespace_shard* cached_collection::shard_for(std::string_view ns) const {
    if (shards_.size() == 1 && shards_.front()->ns().empty()) return shards_.front().get();
    const auto at = std::lower_bound(shards_.begin(), shards_.end(), ns,
                                     [](const auto& p, std::string_view n) { return p->ns() < n; });
    return at != shards_.end() && (*at)->ns() == ns ? at->get() : nullptr;
}

bool cached_collection::covers(std::string_view ns) const {
    return ns.empty() ? !shards_.empty() : shard_for(ns) != nullptr;
}

object_ptr cached_collection::find(const object_key& key) const {
    const namespace_shard* const p = shard_for(key.ns);
    return p ? p->writes().resolve(key, p->objects().find(key)) : nullptr;
}

result<std::vector<object_ptr>> cached_collection::list(const indexed_list_options& options) const {
    const auto all = walk(options);
    if (!all) return all.error();
    std::vector<object_ptr> found;
    (*all)->next(std::numeric_limits<std::size_t>::max(), found);
    return found;
}

result<std::unique_ptr<collection_walk>> cached_collection::walk(const indexed_list_options& options) const {
    auto q = query::make(kind_, options);
    if (!q) return q.error();
    auto walk = std::make_unique<list_walk>(std::move(*q));
    for (const auto& p : shards_) {
        if (!options.ns.empty() && !p->ns().empty() && p->ns() != options.ns) continue;
        if (const auto ok = walk->add(*p); !ok) return ok.error();
    }
    return std::unique_ptr<collection_walk>(std::move(walk));
}

// Fields that the type does not describe are assumed to match; the watch will correct that.
bool cached_collection::in_scope(const object_ptr& o) const {
    if (!labels_.empty()) {
        const string_map* const labels = labels_of(kind_, o.get());
        if (labels && !labels_.matches(*labels)) return false;
    }
    for (const auto& r : fields_.requirements()) {
        const auto value = field_value(*kind_.type, o.get(), r.path);
        if (value && (*value == r.value) != r.equals) return false;
    }
    return true;
}

result<> cached_collection::add_index(std::string name, index_extractor values) {
    for (const auto& p : shards_) {
        if (!p->objects().add_index(name, values))
            return error(errc::invalid, fmt::format("{} have an index named \"{}\" already",
                                                    kind_.resource().group_resource(), name));
        later_.add([shard = p.get()] { return shard->objects().build_indexes(store::slice); });
    }
    return {};
}

bool cached_collection::has_index(std::string_view name) const {
    return !shards_.empty() && shards_.front()->objects().find_index(name) != nullptr;
}

void cached_collection::subscribe(change_handler handler) {
    subscription& s = subscriptions_.emplace_back();
    s.handler = std::move(handler);
    later_.add([this, &s] { return announce_held(s, store::slice); });
}

// Announces the next n objects after the last announced one.
bool cached_collection::announce_held(subscription& s, std::size_t n) {
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

void cached_collection::changed(const object_change& c) {
    const key_view key = kind_.meta((c.after ? c.after : c.before).get());
    // Iterates by index: a handler may subscribe another one.
    for (std::size_t i = 0; i < subscriptions_.size(); ++i) {
        const subscription& s = subscriptions_[i];
        if (s.up_to_date || !(key_view(s.announced) < key)) notify(s, c);
    }
}

void cached_collection::notify(const subscription& s, const object_change& c) {
    try {
        s.handler(c);
    } catch (const std::exception& e) {
        const key_view key = kind_.meta((c.after ? c.after : c.before).get());
        log_.error("a change handler failed: it has missed this change",
                   {{"object", key.key().to_string()}, {"error", e.what()}});
    }
}

bool cached_collection::synced() const {
    return !shards_.empty() &&
           std::all_of(shards_.begin(), shards_.end(), [](const auto& p) { return p->synced(); });
}

bool cached_collection::served() const {
    return std::none_of(shards_.begin(), shards_.end(),
                        [](const auto& p) { return p->status().state == sync_state::not_served; });
}

std::optional<error> cached_collection::why_not_served() const {
    for (const auto& p : shards_)
        if (p->status().state == sync_state::not_served) return p->status().failure;
    return std::nullopt;
}

sync_state cached_collection::state() const {
    sync_state worst = shards_.empty() ? sync_state::starting : sync_state::live;
    for (const auto& p : shards_)
        if (urgency(p->status().state) < urgency(worst)) worst = p->status().state;
    return worst;
}

std::string cached_collection::why() const {
    for (const auto& p : shards_)
        if (!p->status().why.empty()) return p->status().why;
    return {};
}

std::size_t cached_collection::size() const {
    std::size_t n = 0;
    for (const auto& p : shards_) n += p->objects().objects().size();
    return n;
}

std::size_t cached_collection::bytes() const {
    std::size_t n = 0;
    for (const auto& p : shards_) n += p->objects().bytes();
    return n;
}

}}  // namespace setpoint::v0
