#include "framework/cache/overlay.hpp"

#include "framework/cache/resource_version.hpp"

namespace setpoint { inline namespace v0 {

bool overlay::settled(const entry& e) const {
    return !e.removed && reached(version_, e.version);
}

bool overlay::settled(const stale_key& d) const {
    return !d.version.empty() && reached(version_, d.version);
}

object_ptr overlay::resolve(key_view key, const object_ptr& held) const {
    if (entries_.empty()) return held;
    const auto at = entries_.find(key);
    if (at == entries_.end() || settled(at->second)) return held;
    return apply(*kind_, at->second, held);
}

object_ptr overlay::apply(const kind_info& kind, const entry& e, const object_ptr& held) {
    if (!e.removed) return e.object;
    if (!held) return nullptr;
    // Any object that had the name before the deleted one must be gone too, even if the watch has
    // not delivered that yet.
    const basic_meta& m = kind.meta(held.get());
    return m.uid == e.uid || older(m.resource_version, e.version) ? nullptr : held;
}

object_ptr overlay::own_write(key_view key, std::string_view uid, std::string_view version) const {
    const auto at = entries_.find(key);
    if (at == entries_.end() || at->second.uid != uid || at->second.version != version) return nullptr;
    return at->second.object;
}

bool overlay::needs_live_read(key_view key) const {
    if (stale_.empty()) return false;
    const auto at = stale_.find(key);
    return at != stale_.end() && !settled(at->second);
}

std::vector<object_key> overlay::stale_keys(std::string_view ns) const {
    std::vector<object_key> keys;
    for (auto at = stale_.lower_bound(key_view(ns, {})); at != stale_.end(); ++at) {
        if (!ns.empty() && at->first.ns != ns) break;
        if (!settled(at->second)) keys.push_back(at->first);
    }
    return keys;
}

bool overlay::written(const object_ptr& answer, bool in_scope, time_point now) {
    const basic_meta& m = kind_->meta(answer.get());
    const key_view key = m;
    const std::string_view version = m.resource_version;
    if (const auto stale = stale_.find(key); stale != stale_.end()) stale_.erase(stale);
    const auto at = entries_.find(key);
    if (reached(version_, version)) {
        // The store has this version or a newer one.
        if (at != entries_.end() && !at->second.removed) entries_.erase(at);
        return false;
    }
    if (at != entries_.end()) {
        const entry& e = at->second;
        // Responses may arrive out of order, and the object may have been deleted since.
        if (older(version, e.version)) return true;
        if (e.removed && m.uid == e.uid && (e.gone || version == e.version)) return true;
    }
    insert(key, {in_scope ? answer : nullptr, false, false, m.uid, std::string(version), now});
    return true;
}

void overlay::insert(key_view key, entry e) {
    // A server without bookmarks gives no other occasion to clean up, so each insertion checks two
    // other entries. A sweep in progress does its own cleaning, since it also reports.
    for (int i = 0; i < 2 && sweeping_ == phase::none; ++i) {
        auto other = entries_.upper_bound(looked_at_);
        if (other == entries_.end()) other = entries_.begin();
        if (other == entries_.end()) break;
        looked_at_ = other->first;
        if (settled(other->second)) entries_.erase(other);
    }
    if (sweeping_ == phase::entries) {
        const auto old = entries_.find(key);
        if (old != entries_.end() && settled(old->second) && old->second.object)
            replaced_.push_back(old->second.object);
    }
    entries_.insert_or_assign(key.key(), std::move(e));
}

bool overlay::has_ended(const entry& e, time_point now, const object_ptr& held) const {
    // A write with a version ends only at that version: as long as bookmarks are below it, the
    // watch has not reached it, however long that takes.
    const bool may_age = e.removed || !is_version(e.version);
    return settled(e) || (may_age && expired(e.made, now)) ||
           (after_list_ && e.removed && gone_from_list(e, held));
}

void overlay::begin_sweep(bool after_list) {
    // A sweep after a list that was interrupted is done again.
    after_list_ = after_list || (sweeping_ != phase::none && after_list_);
    sweeping_ = phase::entries;
    swept_ = {};
}

bool overlay::sweep(std::size_t n, time_point now, const std::function<object_ptr(key_view)>& held,
                    std::vector<object_ptr>& vanished) {
    for (const object_ptr& o : std::exchange(replaced_, {}))
        if (!held(kind_->meta(o.get()))) vanished.push_back(o);
    if (sweeping_ == phase::entries) {
        for (auto at = entries_.upper_bound(swept_); at != entries_.end(); --n) {
            if (n == 0) return true;
            swept_ = at->first;
            const entry& e = at->second;
            const object_ptr stored = held(at->first);
            if (settled(e) && e.object && !stored) vanished.push_back(e.object);
            at = has_ended(e, now, stored) ? entries_.erase(at) : std::next(at);
        }
        sweeping_ = phase::stale_keys;
        swept_ = {};
    }
    if (sweeping_ == phase::stale_keys) {
        for (auto at = stale_.lower_bound(swept_); at != stale_.end(); --n) {
            if (n == 0) {
                swept_ = at->first;
                return true;
            }
            const bool may_age = !is_version(at->second.version);
            const bool over = settled(at->second) || (may_age && expired(at->second.made, now));
            at = over ? stale_.erase(at) : std::next(at);
        }
        sweeping_ = phase::none;
    }
    return false;
}

void overlay::removed(key_view key, std::string_view uid, const object_ptr& held, removal what,
                      time_point now) {
    if (const auto stale = stale_.find(key); stale != stale_.end()) stale_.erase(stale);
    const auto at = entries_.find(key);
    const bool laid_over = at != entries_.end() && !at->second.removed && !settled(at->second);
    entry gone{nullptr, true, what == removal::complete, {}, {}, now};
    if (laid_over) {
        gone.uid = at->second.uid;
        gone.version = at->second.version;
    } else if (held) {
        gone.uid = kind_->meta(held.get()).uid;
        gone.version = kind_->meta(held.get()).resource_version.str();
    }
    if (!uid.empty() && gone.uid != uid) {
        // A newer object already has the name.
        if (laid_over) return;
        gone.uid = uid;
    }
    if (gone.uid.empty()) {
        if (at != entries_.end()) entries_.erase(at);
        return;
    }
    // The watch was faster than the response: the object is terminating, and reads show it so.
    if (!gone.gone && held && kind_->meta(held.get()).uid == gone.uid && kind_->full_meta(held.get()) &&
        is_deleting(*kind_->full_meta(held.get())))
        return;
    insert(key, std::move(gone));
}

void overlay::mark_stale(key_view key, std::string_view version, time_point now) {
    if (!version.empty() && reached(version_, version)) return;
    const auto at = stale_.find(key);
    // A mark that only a read can end is the strongest.
    if (at != stale_.end() && at->second.version.empty()) {
        at->second.made = now;
        return;
    }
    if (at != stale_.end() && older(version, at->second.version)) return;
    stale_.insert_or_assign(key.key(), stale_key{std::string(version), now});
}

// Whether the store's object shows that the deletion arrived: another object has its place, or it
// is terminating.
bool overlay::ends_deletion(const entry& e, const object_ptr& o) const {
    const basic_meta& m = kind_->meta(o.get());
    if (m.uid != e.uid) return !older(m.resource_version, e.version);
    if (e.gone) return false;
    if (const object_meta* full = kind_->full_meta(o.get())) return is_deleting(*full);
    return older(e.version, m.resource_version);
}

bool overlay::gone_from_list(const entry& e, const object_ptr& held) const {
    if (held) return ends_deletion(e, held);
    return e.version.empty() || reached(version_, e.version);
}

void overlay::delivered(const object_ptr& o) {
    if (entries_.empty()) return;
    const basic_meta& m = kind_->meta(o.get());
    const auto at = entries_.find(key_view(m));
    if (at == entries_.end()) return;
    const entry& e = at->second;
    if (e.removed ? ends_deletion(e, o) : reached(m.resource_version, e.version)) entries_.erase(at);
}

void overlay::delivered_deletion(const basic_meta& m) {
    if (entries_.empty()) return;
    const auto at = entries_.find(key_view(m));
    if (at == entries_.end()) return;
    const entry& e = at->second;
    if (e.removed ? m.uid == e.uid : reached(m.resource_version, e.version)) entries_.erase(at);
}

void overlay::clear() {
    entries_.clear();
    stale_.clear();
    replaced_.clear();
    sweeping_ = phase::none;
}

}}  // namespace setpoint::v0
