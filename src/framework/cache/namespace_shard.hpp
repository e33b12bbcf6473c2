#pragma once
// The part of a view that one informer feeds: what the server holds, own writes laid over it, and what came
// undecodable.

#include "framework/cache/overlay.hpp"
#include "framework/cache/store.hpp"
#include "framework/cache/uncertain_deletions.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/json/decode.hpp"

#include <functional>
#include <set>

namespace setpoint {

// How an informer is doing, for the views that it feeds.
struct informer_status {
    sync_state state = sync_state::starting;
    std::string why;
};

class namespace_shard final : public json::list_handler {
public:
    // `ns`: the namespace it is for, "" for all. `status` outlives it.
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
    // Whether a whole list has been taken in and announced.
    bool synced() const noexcept { return synced_; }
    void set_synced() noexcept { synced_ = true; }
    std::function<void()> when_arrived;  // the server did not have the kind, and has it now

    // --- a list, decoded straight into the store ---
    void* next_item() override;
    void item_done() override;
    bool item_failed(const error& e) override;
    // Whether an item has failed before it could be told whose it is: read lists item by item then.
    bool one_by_one() const noexcept { return one_by_one_; }
    // An item as text. Error: neither it nor its metadata can be read, so the list has failed.
    result<> take_item(json::decoder& d, std::string_view item);
    // Read so far, and how many of them could not be.
    std::size_t items() const noexcept { return items_; }
    std::size_t take_failures() noexcept { return std::exchange(failures_, 0); }
    // --- a streamed list: its objects come as events of a watch ---
    void stage(object_ptr o);
    void unstage(key_view key) { objects_.unstage(key); }
    void stage_unreadable(const object_key& key, const error& e);
    // From here on readers see the list. `regressed`: it is older than what was seen. Then sweep().
    void commit(std::string_view version, bool regressed);

    // --- the watch; `version`: up to where everything has been delivered, with this ---
    result<object_ptr> decode(json::decoder& d, std::string_view object) const;
    void deliver(const object_ptr& o, std::string_view version);
    void deliver_deletion(const basic_meta& m, std::string_view version);
    // An object of a frame that the type does not fit. What is held of it stays, and the log hears of each
    // key once.
    void unreadable(const object_key& key, const error& e);
    // Then sweep().
    void bookmark(std::string_view version);
    // Forgets own writes that the store has caught up with, n at a time; tells of those that were undone
    // meanwhile. False: nothing is left to do.
    bool sweep(std::size_t n, time_point now);

    // What the server answered to a write or a read of ours.
    void written(const object_ptr& answer, bool in_scope, time_point now);

private:
    const kind_info* kind_;
    std::string ns_;
    logger log_;
    const informer_status& status_;
    store objects_;
    overlay writes_;
    uncertain_deletions uncertain_;
    std::string listed_;  // the version of the last list; "" before the first
    bool synced_ = false, one_by_one_ = false;
    std::shared_ptr<void> item_;
    std::size_t items_ = 0, failures_ = 0;
    std::set<object_key> logged_;
};

}  // namespace setpoint
