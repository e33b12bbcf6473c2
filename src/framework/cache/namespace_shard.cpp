#include "framework/cache/namespace_shard.hpp"

#include "framework/cache/read_meta.hpp"
#include "framework/cache/resource_version.hpp"

namespace setpoint { inline namespace v0 {

namespace {
constexpr std::size_t max_logged_keys = 100;  // so that each is logged only once
}  // namespace

namespace_shard::namespace_shard(const kind_info& kind, std::string ns, logger log,
                                 const informer_status& status, change_handler changes)
    : kind_(&kind),
      ns_(std::move(ns)),
      log_(std::move(log)),
      status_(status),
      objects_(kind, std::move(changes)),
      writes_(kind),
      uncertain_(kind) {}

void* namespace_shard::next_item() {
    item_ = kind_->make();
    return item_.get();
}

void namespace_shard::item_done() {
    ++items_;
    // An item without a name is not an object; it could not be found under its key.
    if (!kind_->meta(item_.get()).name.empty()) objects_.stage(std::move(item_));
    item_.reset();
}

// Without a name there is no key whose stored object could be kept, and omitting the item would
// look like a deletion. So the list fails, and the next one is read item by item, which finds the
// name at any position.
bool namespace_shard::item_failed(const error& e) {
    ++items_;
    const object_key key = key_of(kind_->meta(item_.get()));
    item_.reset();
    if (key.name.empty()) {
        one_by_one_ = true;
        return false;
    }
    ++failures_;
    stage_unreadable(key, e);
    return true;
}

result<> namespace_shard::take_item(json::decoder& d, std::string_view item) {
    ++items_;
    auto o = decode(d, item);
    if (o) {
        objects_.stage(std::move(*o));
        return {};
    }
    const auto meta = read_meta(d, item);
    if (!meta) return o.error();
    if (meta->name.empty()) return {};
    ++failures_;
    stage_unreadable(key_of(*meta), o.error());
    return {};
}

void namespace_shard::stage(object_ptr o) {
    ++items_;
    objects_.stage(std::move(o));
}

void namespace_shard::stage_unreadable(const object_key& key, const error& e) {
    objects_.stage_as_held(key);
    unreadable(key, e);
}

void namespace_shard::commit(std::string_view version, bool regressed) {
    objects_.commit();
    listed_ = version;
    if (regressed) writes_.clear();
    writes_.advance(version);
    writes_.begin_sweep(true);
}

// A handler must see the end of every object that this process created, or it would wait for its
// next change forever.
bool namespace_shard::sweep(std::size_t n, time_point now) {
    std::vector<object_ptr> vanished;
    const bool more = writes_.sweep(n, now, [this](key_view k) { return objects_.find(k); }, vanished);
    for (const object_ptr& o : vanished) objects_.notify_vanished(o);
    if (!more) uncertain_.expire(now, overlay::max_age);
    return more;
}

void namespace_shard::written(const object_ptr& answer, bool in_scope, time_point now) {
    const bool laid_over = writes_.written(answer, in_scope, now);
    if (!in_scope) return;
    const basic_meta& m = kind_->meta(answer.get());
    note_answer(m.resource_version);
    // The last list is newer and lacks the object: it was created and deleted before the response
    // arrived. Objects that the watch has delivered since, or that are out of scope, need no
    // notification.
    if (laid_over) return;
    if (reached(listed_, m.resource_version) && !objects_.find(m)) objects_.notify_vanished(answer);
}

void namespace_shard::note_answer(std::string_view version) {
    if (last_answer_.empty() ? is_version(version) : older(last_answer_, version)) last_answer_ = version;
}

result<object_ptr> namespace_shard::decode(json::decoder& d, std::string_view object) const {
    std::shared_ptr<void> target = kind_->make();
    d.start(*kind_->type, target.get());
    auto ok = d.write(object);
    if (ok) ok = d.finish();
    if (!ok) return ok.error();
    if (kind_->meta(target.get()).name.empty()) return error(errc::bad_data, "metadata.name: missing");
    return object_ptr(std::move(target));
}

void namespace_shard::deliver(const object_ptr& o, std::string_view version) {
    objects_.put(o);
    writes_.delivered(o);
    writes_.advance(version);
}

void namespace_shard::deliver_deletion(const basic_meta& m, std::string_view version) {
    objects_.erase(m, m.resource_version);
    writes_.delivered_deletion(m);
    writes_.advance(version);
}

void namespace_shard::bookmark(std::string_view version) {
    writes_.advance(version);
    writes_.begin_sweep(false);
}

void namespace_shard::unreadable(const object_key& key, const error& e) {
    if (logged_.size() >= max_logged_keys || !logged_.insert(key).second) return;
    log_.error("an object cannot be decoded as its described type: keeping its previous state",
               {{"object", key.to_string()}, {"error", e.to_string()}});
}

}}  // namespace setpoint::v0
