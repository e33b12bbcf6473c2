#include "apiserver/store/store.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/schema/text_at.hpp"
#include "apiserver/store/read_metadata.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A compaction visits every collection.
constexpr duration between_compactions = std::chrono::seconds(1);

std::shared_ptr<record> make_record(const object_key& key, std::uint64_t revision, bj::object& object,
                                    bool rewrite = false) {
    auto r = std::make_shared<record>();
    r->key = key;
    r->revision = revision;
    r->rewrite = rewrite;
    bj::value& meta_value = object["metadata"];
    if (!meta_value.is_object()) meta_value.emplace_object();
    bj::object& meta = meta_value.get_object();
    meta["resourceVersion"] = std::to_string(revision);
    read_metadata(meta, *r);
    r->json = json_text::serialize(object);
    return r;
}

}  // namespace

void read_metadata(const bj::object& meta, record& r) {
    r.uid = text_at(meta, "uid");
    if (const bj::value* const labels = meta.if_contains("labels"); labels && labels->is_object())
        for (const auto& [name, value] : labels->get_object())
            if (value.is_string())
                r.labels.emplace(std::string_view(name), std::string_view(value.get_string()));
    if (const bj::value* const owners = meta.if_contains("ownerReferences"); owners && owners->is_array())
        for (const bj::value& owner : owners->get_array())
            if (owner.is_object()) r.owners.emplace_back(text_at(owner.get_object(), "uid"));
}

bj::object record::parse() const {
    return std::move(json_text::parse_own(json).get_object());
}

record_ptr converted_record(const record& of, bj::object object) {
    auto r = make_record(of.key, of.revision, object);
    r->converted = true;
    return r;
}

versioned_store::~versioned_store() = default;

collection& versioned_store::of(std::string_view name) {
    const auto at = collections_.find(name);
    if (at != collections_.end()) return *at->second;
    return *collections_.emplace(std::string(name), std::make_unique<collection>(std::string(name)))
                .first->second;
}

const collection* versioned_store::find_collection(std::string_view name) const {
    const auto at = collections_.find(name);
    return at == collections_.end() ? nullptr : at->second.get();
}

record_ptr versioned_store::find(std::string_view name, const object_key& key) const {
    const auto at = collections_.find(name);
    return at == collections_.end() ? nullptr : at->second->get(key);
}

std::size_t versioned_store::objects() const {
    std::size_t n = 0;
    for (const auto& [name, c] : collections_) n += c->size();
    return n;
}

std::vector<const collection*> versioned_store::collections() const {
    std::vector<const collection*> out;
    out.reserve(collections_.size());
    for (const auto& [name, c] : collections_) out.push_back(c.get());
    return out;
}

record_ptr versioned_store::put(collection& c, const object_key& key, bj::object object, wall_time now,
                                bool rewrite, std::size_t limit) {
    record_ptr after = make_record(key, issued_ + 1, object, rewrite);
    if (after->json.size() > limit) return nullptr;
    revision_ = ++issued_;
    record_ptr& held = c.current_[key];
    const auto what = held ? change::type::modified : change::type::added;
    add(c, {what, revision_, after, std::exchange(held, after), now}, now);
    return after;
}

record_ptr versioned_store::erase(collection& c, const object_key& key, wall_time now) {
    const auto at = c.current_.find(key);
    if (at == c.current_.end()) return nullptr;
    record_ptr before = at->second;
    bj::object last = before->parse();
    revision_ = ++issued_;
    record_ptr after = make_record(key, revision_, last);
    c.current_.erase(at);
    add(c, {change::type::deleted, revision_, after, std::move(before), now}, now);
    return after;
}

void versioned_store::add(collection& to, change c, wall_time now) {
    to.history_bytes_ += c.now->json.size();
    to.history_.push_back(std::move(c));
    if (log != nullptr) log->changed(to, to.history_.back());
    // The newest change is kept, whatever its size: watches have not seen it.
    while (to.history_.size() > 1 &&
           (to.history_.size() > window_.count || to.history_bytes_ > window_.bytes))
        drop_first(to);
    // The clock may have gone back.
    if (now < compacted_at_ || now - compacted_at_ >= between_compactions) compact(now);
    if (on_change) on_change(to, to.history_.back());
}

// As etcd's compaction: one revision for all collections.
void versioned_store::compact(wall_time now, bool all) {
    compacted_at_ = now;
    if (all) oldest_ = revision_;
    for (const auto& [name, c] : collections_)
        for (const change& one : c->history_) {
            // A change of the far future is one of a clock that was wrong.
            const duration age = now - one.at;
            if (-window_.age <= age && age <= window_.age) break;
            oldest_ = std::max(oldest_, one.revision);
        }
    for (const auto& [name, c] : collections_)
        while (!c->history_.empty() && c->history_.front().revision <= oldest_) drop_first(*c);
}

void versioned_store::drop_first(collection& of) {
    if (log != nullptr) log->forgotten(of, of.history_.front());
    of.drop_first();
}

std::uint64_t versioned_store::oldest(const collection& of) const {
    return std::max(oldest_, of.compacted());
}

void collection::drop_first() {
    compacted_ = history_.front().revision;
    history_bytes_ -= history_.front().now->json.size();
    history_.pop_front();
}

record_ptr collection::get(const object_key& key) const {
    const auto at = current_.find(key);
    return at == current_.end() ? nullptr : at->second;
}

namespace {

// The objects before the changes after `revision`. Null: did not exist.
std::map<object_key, record_ptr> state_before(const std::deque<change>& history, std::uint64_t revision,
                                              std::string_view ns) {
    std::map<object_key, record_ptr> before;
    for (auto c = history.rbegin(); c != history.rend() && c->revision > revision; ++c)
        if (ns.empty() || c->now->key.ns == ns) before[c->now->key] = c->before;
    return before;
}

}  // namespace

collection::page collection::list(std::string_view ns, std::uint64_t revision,
                                  const std::optional<object_key>& after, std::size_t limit,
                                  const std::function<bool(const record&)>& matches) const {
    page result;
    const auto old =
        revision == 0 ? std::map<object_key, record_ptr>() : state_before(history_, revision, ns);
    auto was = after ? old.upper_bound(*after) : old.begin();
    auto now = after ? current_.upper_bound(*after) : current_.lower_bound({std::string(ns), ""});
    const auto now_ends = [&] { return now == current_.end() || (!ns.empty() && now->first.ns != ns); };
    while (was != old.end() || !now_ends()) {
        const record_ptr* r;
        if (was != old.end() && (now_ends() || was->first <= now->first)) {
            if (!now_ends() && was->first == now->first) ++now;
            r = &(was++)->second;
        } else {
            r = &(now++)->second;
        }
        if (!*r || (matches && !matches(**r))) continue;
        if (limit > 0 && result.items.size() == limit) {
            result.more = true;
            ++result.remaining;
            continue;
        }
        result.items.push_back(*r);
    }
    return result;
}

std::vector<record_ptr> collection::part(std::string_view ns, const std::optional<object_key>& after,
                                         std::size_t most) const {
    std::vector<record_ptr> out;
    auto at = after ? current_.upper_bound(*after) : current_.lower_bound({std::string(ns), ""});
    for (; at != current_.end() && out.size() < most && (ns.empty() || at->first.ns == ns); ++at)
        out.push_back(at->second);
    return out;
}

const change* collection::next(std::uint64_t revision) const {
    const auto at = std::ranges::upper_bound(history_, revision, {}, &change::revision);
    return at == history_.end() ? nullptr : &*at;
}

}}}  // namespace setpoint::v0::apiserver
