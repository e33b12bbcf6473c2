#pragma once
// Own writes that the watch has not brought yet, laid over what a store holds: a program reads what it has
// written.
//
// An entry lives until the store has seen the version that the server answered with: by an event, a bookmark
// or a list, so that writes of objects which the watch does not deliver (a selector) are forgotten as well. A
// deletion has no version of its own in the answer, and a write of unknown outcome has none at all; they end
// by what the watch brings for that object, by a read from the server, or, since that may never come, with
// the first bookmark or list later than max_age: by then the server has ended the request (its limit is 60
// s), and the watch is known to be up to date.

#include "framework/cache/object_table.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace setpoint {

class overlay {
public:
    static constexpr duration max_age = std::chrono::seconds(90);

    struct entry {
        object_ptr object;     // null: the object is gone, or does not belong to the scope any more
        bool removed = false;  // a deletion: hides the object with this UID and no other
        text uid;
        std::string version;  // of the object; of a deletion: what it was known to be newer than
        time_point made{};
    };

    explicit overlay(const kind_info& kind) : kind_(&kind) {}

    // --- reads; `held` is what the store has under the key ---
    bool empty() const noexcept { return entries_.empty() && stale_.empty(); }
    object_ptr resolve(key_view key, const object_ptr& held) const;
    // What an entry that counts makes of it.
    static object_ptr shown(const kind_info& kind, const entry& e, const object_ptr& held);
    // The entries from `first` on that count; each is called as f(key, entry) until it returns false.
    template <class F>
    void visit(key_view first, F f) const {
        for (auto at = entries_.lower_bound(first); at != entries_.end(); ++at)
            if (!settled(at->second) && !f(at->first, at->second)) return;
    }
    // What was written here and got this UID and version, while the watch has not brought it; null: none.
    object_ptr own(key_view key, std::string_view uid, std::string_view version) const;
    // Whether reads of this key (without a name: lists of this namespace) may be answered from here.
    bool needs_live_read(key_view key) const;
    // What in this namespace ("": in all) must be read from the server first.
    std::vector<object_key> stale_keys(std::string_view ns) const;

    // --- own calls ---
    // The server's answer to a write or a read. `in_scope` false: it does not match the scope's selectors.
    // False: the store is past it, so nothing is laid over.
    bool written(const object_ptr& answer, bool in_scope, time_point now);
    // `held` is what the store has under the key; without a UID whatever is known under the key is gone.
    void removed(key_view key, std::string_view uid, const object_ptr& held, time_point now);
    // Not to be trusted until the store has seen `version`; empty: until it was read from the server.
    void mark_stale(key_view key, std::string_view version, time_point now);

    // --- what the store has seen ---
    // What the watch brought, before advance(): an object, or the metadata of one that went.
    void delivered(const object_ptr& o);
    void delivered_deletion(const basic_meta& m);
    // Every change up to `version` is in the store.
    void advance(std::string_view version) { version_ = version; }
    // After a list or a bookmark, when advance() was called: begins to forget what is settled or too old.
    void begin_sweep(bool after_list);
    // Goes on with it: looks at n entries. False: there is nothing (more) to do. `held` finds what the store
    // has. Adds to `vanished` what was readable until now and the store does not have: own writes that were
    // undone before the store could see them.
    bool sweep(std::size_t n, time_point now, const std::function<object_ptr(key_view)>& held,
               std::vector<object_ptr>& vanished);
    // The server went back in time: nothing that was written before can be relied on.
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
    bool is_over(const entry& e, time_point now, const object_ptr& held) const;
    bool settled(const entry& e) const;
    bool settled(const stale_key& d) const;
    bool expired(time_point made, time_point now) const { return now - made >= max_age; }
    bool gone_from_list(const entry& e, const object_ptr& held) const;
    bool ends_deletion(const entry& e, const object_ptr& o) const;

    const kind_info* kind_;
    std::string version_;
    phase sweeping_ = phase::none;
    bool after_list_ = false;
    object_key swept_, looked_at_;      // up to which key
    std::vector<object_ptr> replaced_;  // by newer writes, before the sweep came to them
    std::map<object_key, entry, key_less> entries_;
    std::map<object_key, stale_key, key_less> stale_;
};

}  // namespace setpoint
