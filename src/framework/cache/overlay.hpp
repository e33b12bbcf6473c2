#pragma once
// Own writes that the watch has not delivered yet, overlaid on a store, so that a program reads
// what it has written.
//
// An entry lives until the store has seen the version in the server's response: through an event, a
// bookmark or a list. That also drops writes of objects that the watch does not deliver because of
// a selector. The response to a deletion has no version of its own, and a write with an unknown
// outcome has none at all. Those entries end with the next event for the object, with a read from
// the server, or, since neither may ever come, with the first bookmark or list after max_age: by
// then the server has ended the request (its limit is 60 s) and the watch is up to date.

#include "framework/cache/object_table.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// What the server's response says about a deleted object.
enum class removal : std::uint8_t {
    accepted,  // it is gone or, with finalizers or a grace period, terminating
    complete   // it is gone
};

class overlay {
public:
    static constexpr duration max_age = std::chrono::seconds(90);

    struct entry {
        object_ptr object;     // null: deleted, or no longer in scope
        bool removed = false;  // a deletion: hides only the object with this UID
        bool gone = false;     // a complete deletion: hides every state of the object
        interned_string uid;
        std::string version;  // of the object; of a deletion: a version that it is newer than
        time_point made{};
    };

    explicit overlay(const kind_info& kind) : kind_(&kind) {}

    // --- reads; `held` is the store's object under the key ---
    bool empty() const noexcept { return entries_.empty() && stale_.empty(); }
    object_ptr resolve(key_view key, const object_ptr& held) const;
    // Returns what an active entry makes of `held`.
    static object_ptr apply(const kind_info& kind, const entry& e, const object_ptr& held);
    // Calls f(key, entry) for the active entries from `first` on until it returns false.
    template <class F>
    void visit(key_view first, F f) const {
        for (auto at = entries_.lower_bound(first); at != entries_.end(); ++at)
            if (!settled(at->second) && !f(at->first, at->second)) return;
    }
    // Returns the object that this process wrote with this UID and version, until the watch
    // delivers it; null otherwise.
    object_ptr own_write(key_view key, std::string_view uid, std::string_view version) const;
    // Whether this key must be read from the server. Without a name: whether lists of this
    // namespace must.
    bool needs_live_read(key_view key) const;
    // The keys of this namespace ("": of all) that must be read from the server.
    std::vector<object_key> stale_keys(std::string_view ns) const;

    // --- own calls ---
    // The server's response to a write or a read. `in_scope`: it matches the scope's selectors.
    // Returns false if the store is already past it, so that nothing is overlaid.
    bool written(const object_ptr& answer, bool in_scope, time_point now);
    // `held` is the store's object under the key. Without a UID, any object under the key is gone.
    void removed(key_view key, std::string_view uid, const object_ptr& held, removal what, time_point now);
    // The key must be read from the server until the store has seen `version`; if that is empty,
    // until it was read.
    void mark_stale(key_view key, std::string_view version, time_point now);

    // --- what the store has seen ---
    // An object or a deletion that the watch delivered; call before advance().
    void delivered(const object_ptr& o);
    void delivered_deletion(const basic_meta& m);
    // The store has every change up to `version`.
    void advance(std::string_view version) { version_ = version; }
    // Starts to drop entries that are settled or too old. Call after a list or bookmark, after
    // advance().
    void begin_sweep(bool after_list);
    // Continues the sweep by n entries. Returns false when nothing is left to do. `held` finds the
    // store's objects. Appends to `vanished` the objects that were readable until now and that the
    // store lacks: own writes that were undone before the store could see them.
    bool sweep(std::size_t n, time_point now, const std::function<object_ptr(key_view)>& held,
               std::vector<object_ptr>& vanished);
    // The server went back in time: no earlier write can be relied on.
    void clear();

    const std::string& version() const noexcept { return version_; }
    std::size_t size() const noexcept { return entries_.size() + stale_.size(); }

private:
    struct stale_key {
        std::string version;
        time_point made{};
    };
    enum class phase : std::uint8_t { none, entries, stale_keys };
    void insert(key_view key, entry e);
    bool has_ended(const entry& e, time_point now, const object_ptr& held) const;
    bool settled(const entry& e) const;
    bool settled(const stale_key& d) const;
    bool expired(time_point made, time_point now) const { return now - made >= max_age; }
    bool gone_from_list(const entry& e, const object_ptr& held) const;
    bool ends_deletion(const entry& e, const object_ptr& o) const;

    const kind_info* kind_;
    std::string version_;
    phase sweeping_ = phase::none;
    bool after_list_ = false;
    object_key swept_, looked_at_;      // the last key visited
    std::vector<object_ptr> replaced_;  // by newer writes, before the sweep reached them
    std::map<object_key, entry, key_less> entries_;
    std::map<object_key, stale_key, key_less> stale_;
};

}}  // namespace setpoint::v0
