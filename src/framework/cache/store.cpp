#include "framework/cache/store.hpp"

#include "framework/cache/resource_version.hpp"

namespace setpoint { inline namespace v0 {

store::store(const kind_info& kind, change_handler changes)
    : kind_(&kind), changes_(std::move(changes)), now_(kind), staged_(kind), old_(kind) {}

object_ptr store::find(key_view key) const {
    const object_ptr* const o = now_.objects.find(key);
    return o ? *o : nullptr;
}

const object_index* store::find_index(std::string_view name) const {
    for (const object_index& i : now_.indexes)
        if (i.name() == name) return &i;
    return nullptr;
}

void store::account(content& c, const object_ptr& before, const object_ptr& after) {
    if (after) c.bytes += json::footprint(*kind_->type, after.get());
    if (before) c.bytes -= json::footprint(*kind_->type, before.get());
    const key_view key = meta(after ? after : before);
    for (object_index& i : c.indexes)
        if (i.covers(key)) i.update(before, after);
}

object_ptr store::change(content& c, const object_table::position* held, const object_ptr& after) {
    object_ptr before = held ? c.objects.replace(*held, after) : c.objects.put(after);
    account(c, before, after);
    return before;
}

object_ptr store::take(content& c, key_view key) {
    object_ptr before = c.objects.erase(key);
    if (before) account(c, before, nullptr);
    return before;
}

bool store::same_state(const object_ptr& a, const object_ptr& b) const {
    const basic_meta &x = meta(a), &y = meta(b);
    return !x.resource_version.empty() && x.resource_version == y.resource_version && x.uid == y.uid;
}

void store::notify_replaced(const object_ptr& before, const object_ptr& after, bool listed) const {
    using kind = object_change::kind;
    if (before && after && meta(before).uid == meta(after).uid) {
        changes_({kind::updated, before, after, false, false, listed});
        return;
    }
    // The watch did not deliver this deletion, so the stored state need not be the final one.
    if (before) changes_({kind::deleted, before, nullptr, false, listed || after, listed});
    if (after) changes_({kind::added, nullptr, after, first_list_, false, listed && !first_list_});
}

void store::put(object_ptr o) {
    object_table::position at;
    const object_ptr* const held = now_.objects.find(meta(o), &at);
    if (held && (same_state(*held, o) || older(meta(o).resource_version, meta(*held).resource_version)))
        return;
    const object_ptr before = change(now_, held ? &at : nullptr, o);
    notify_replaced(before, o, false);
}

void store::erase(key_view key, std::string_view version) {
    const object_ptr* const held = now_.objects.find(key);
    if (!held || older(version, meta(*held).resource_version)) return;
    const object_ptr before = take(now_, key);
    notify_replaced(before, nullptr, false);
}

store::content store::empty_copy() const {
    content c(*kind_);
    for (const object_index& i : now_.indexes) c.indexes.emplace_back(*kind_, i.name(), i.extractor());
    return c;
}

void store::begin() {
    staged_ = empty_copy();
}

void store::stage(object_ptr o) {
    const object_ptr* const held = now_.objects.find(meta(o));
    if (held && same_state(*held, o)) o = *held;
    change(staged_, nullptr, o);
}

void store::unstage(key_view key) {
    take(staged_, key);
}

void store::stage_as_held(key_view key) {
    if (const object_ptr held = find(key)) change(staged_, nullptr, held);
}

void store::commit() {
    first_list_ = !filled_;
    filled_ = true;
    old_ = std::move(now_);
    now_ = std::move(staged_);
    staged_ = content(*kind_);
    at_old_ = at_new_ = {};
}

bool store::announce(std::size_t n) {
    for (; n > 0; --n) {
        object_table::position after_old = at_old_, after_new = at_new_;
        const object_ptr* before = old_.objects.next(after_old);
        const object_ptr* after = now_.objects.next(after_new);
        if (!before && !after) {
            first_list_ = false;
            return false;
        }
        if (before && after) {
            const auto order = key_view(meta(*before)) <=> key_view(meta(*after));
            if (order < 0) after = nullptr;
            if (order > 0) before = nullptr;
        }
        if (before) at_old_ = after_old;
        if (after) at_new_ = after_new;
        if (before && after && *before == *after) continue;
        notify_replaced(before ? *before : nullptr, after ? *after : nullptr, true);
    }
    return true;
}

bool store::release(content& c, std::size_t n) {
    if (c.objects.size() > 0) {
        c.objects.release(n);
        return true;
    }
    for (object_index& i : c.indexes) {
        if (i.empty()) continue;
        i.release(n);
        return true;
    }
    return false;
}

bool store::release(std::size_t n) {
    if (release(old_, n)) return true;
    old_ = content(*kind_);
    return false;
}

bool store::discard(std::size_t n) {
    return release(staged_, n);
}

bool store::add_index(const std::string& name, const index_extractor& values) {
    if (find_index(name)) return false;
    for (content* c : {&now_, &staged_}) {
        c->indexes.emplace_back(*kind_, name, values);
        if (c->objects.size() > 0) c->indexes.back().begin_at({});
    }
    return true;
}

bool store::build_indexes(std::size_t n) {
    for (object_index& i : now_.indexes) {
        if (i.complete()) continue;
        object_table::position p = now_.objects.lower_bound(i.reached(), true);
        object_key last = i.reached();
        for (; n > 0; --n) {
            const object_ptr* const o = now_.objects.next(p);
            if (!o) {
                i.set_complete();
                break;
            }
            i.update(nullptr, *o);
            last = key_of(meta(*o));
        }
        if (!i.complete()) i.begin_at(std::move(last));
        return true;
    }
    return false;
}

}}  // namespace setpoint::v0
