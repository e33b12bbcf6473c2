#pragma once
// The share of a collection that one informer feeds: the server's objects, own writes that overlay them,
// and the objects that could not be decoded.

#include "framework/cache/overlay.hpp"
#include "framework/cache/store.hpp"
#include "framework/cache/uncertain_deletions.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/json/decode.hpp"

#include <functional>
#include <set>

namespace setpoint { inline namespace v0 {

// The status of an informer, for the collections that it feeds.
struct informer_status {
    sync_state state = sync_state::starting;
    std::string why;
    error failure{};  // while the state is not_served
};

class namespace_shard final : public json::list_handler {
public:
    // `ns` is the namespace, "" for all. `status` must outlive the shard.
    namespace_shard(const kind_info& kind, std::string ns, logger log, const informer_status& status,
                    change_handler changes);

    const kind_info& kind() const noexcept { return *kind_; }
    const std::string& ns() const noexcept { return ns_; }
    const informer_status& status() const noexcept { return status_; }
    store& objects() noexcept { return objects_; }
    const store& objects() const noexcept { return objects_; }
    overlay& writes() noexcept { return writes_; }
    const overlay& writes() const noexcept { return writes_; }
    uncertain_deletions& uncertain() noexcept { return uncertain_; }
    const uncertain_deletions& uncertain() const noexcept { return uncertain_; }
    // Whether a complete list was taken in and announced.
    bool synced() const noexcept { return synced_; }
    void set_synced() noexcept { synced_ = true; }
    std::function<void()> when_presence_changed;  // see cached_collection::on_presence()

    // --- a list, decoded straight into the store ---
    void* next_item() override;
    void item_done() override;
    bool item_failed(const error& e) override;
    // Whether an item failed before its name was read, so that lists must be read item by item.
    bool one_by_one() const noexcept { return one_by_one_; }
    // Takes an item as text. Error: neither the item nor its metadata can be decoded, so the list
    // failed.
    result<> take_item(json::decoder& d, std::string_view item);
    // The items read so far, and how many of them could not be decoded.
    std::size_t items() const noexcept { return items_; }
    std::size_t take_failures() noexcept { return std::exchange(failures_, 0); }
    // --- a streamed list: its objects arrive as watch events ---
    void stage(object_ptr o);
    void unstage(key_view key) { objects_.unstage(key); }
    void stage_unreadable(const object_key& key, const error& e);
    // Makes the list visible to readers. `regressed`: the list is older than what was seen. Call
    // sweep() afterwards.
    void commit(std::string_view version, bool regressed);

    // --- the watch; `version` is that of the last delivered change, including this one ---
    result<object_ptr> decode(json::decoder& d, std::string_view object) const;
    void deliver(const object_ptr& o, std::string_view version);
    void deliver_deletion(const basic_meta& m, std::string_view version);
    // An object that could not be decoded as the type. The stored state stays, and each key is
    // logged once.
    void unreadable(const object_key& key, const error& e);
    // Call sweep() afterwards.
    void bookmark(std::string_view version);
    // Drops up to n own writes that the store has caught up with and reports those that were undone
    // meanwhile. Returns false when nothing is left to do.
    bool sweep(std::size_t n, time_point now);

    // The server's response to a write or read of this process.
    void written(const object_ptr& answer, bool in_scope, time_point now);
    // A response has an object in scope at this version, which the watch will reach.
    void note_answer(std::string_view version);
    // The highest of these versions; "": none.
    const std::string& last_answer() const noexcept { return last_answer_; }

private:
    const kind_info* kind_;
    std::string ns_;
    logger log_;
    const informer_status& status_;
    store objects_;
    overlay writes_;
    uncertain_deletions uncertain_;
    std::string listed_;  // version of the last list; "" before the first
    std::string last_answer_;
    bool synced_ = false, one_by_one_ = false;
    std::shared_ptr<void> item_;
    std::size_t items_ = 0, failures_ = 0;
    std::set<object_key> logged_;
};

}}  // namespace setpoint::v0
