#include "apiserver/store/store.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/schema/text_at.hpp"
#include "apiserver/store/read_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

error unusable(std::string_view collection, const versioned_store::stored_text& text, std::string_view why) {
    return {errc::bad_data,
            fmt::format("revision {} ({} {}): {}", text.revision, collection, text.key.to_string(), why)};
}

}  // namespace

result<> versioned_store::restore(std::string_view name, stored_text text, bool deleted, wall_time at) {
    if (text.revision <= issued_) return unusable(name, text, "it is not in order");
    bj::value tree;
    std::string why;
    if (!json_text::parse(text.json, tree, why, json_text::trusted_depth)) return unusable(name, text, why);
    const bj::value* const meta = tree.is_object() ? tree.get_object().if_contains("metadata") : nullptr;
    if (meta == nullptr || !meta->is_object()) return unusable(name, text, "it has no metadata");
    const bj::object& m = meta->get_object();
    if (text_at(m, "name") != text.key.name || text_at(m, "namespace") != text.key.ns ||
        text_at(m, "resourceVersion") != std::to_string(text.revision))
        return unusable(name, text, "its metadata is of another object or revision");
    auto now = std::make_shared<record>();
    read_metadata(m, *now);
    now->key = text.key;
    now->revision = text.revision;
    now->rewrite = text.rewrite;
    collection& c = of(name);
    record_ptr before = c.get(text.key);
    if (deleted && !before) return unusable(name, text, "it deletes an object that does not exist");
    now->json = std::move(text.json);
    auto what = before ? change::type::modified : change::type::added;
    if (deleted) {
        what = change::type::deleted;
        c.current_.erase(text.key);
    } else {
        c.current_[text.key] = now;
    }
    revision_ = issued_ = text.revision;
    c.history_bytes_ += now->json.size();
    c.history_.push_back({what, issued_, std::move(now), std::move(before), at});
    return {};
}

void versioned_store::restore_compacted(std::string_view name, std::uint64_t revision) {
    collection& c = of(name);
    while (!c.history_.empty() && c.history_.front().revision <= revision) drop_first(c);
    c.compacted_ = std::max(c.compacted_, revision);
}

void versioned_store::restore_bounds(std::uint64_t newest, std::uint64_t oldest) {
    revision_ = issued_ = std::max(issued_, newest);
    oldest_ = std::max(oldest_, oldest);
    for (const auto& [name, c] : collections_) restore_compacted(name, std::max(c->compacted_, oldest_));
}

void versioned_store::undo(collection& of, const change& what) {
    const object_key& key = what.now->key;
    if (what.before)
        of.current_[key] = what.before;
    else
        of.current_.erase(key);
    // A full window may have dropped it.
    if (of.history_.empty() || of.history_.back().revision != what.revision) return;
    of.history_bytes_ -= what.now->json.size();
    of.history_.pop_back();
}

void versioned_store::undone_to(std::uint64_t revision) {
    revision_ = revision;
    oldest_ = std::min(oldest_, revision);
    // A full window may have dropped what was undone.
    for (const auto& [name, c] : collections_) c->compacted_ = std::min(c->compacted_, revision);
}

}}}  // namespace setpoint::v0::apiserver
