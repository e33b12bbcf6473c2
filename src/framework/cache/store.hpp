#pragma once
// What the server holds of one kind, as lists and watches tell it. No socket, no timer; long work is cut into
// slices by the caller, and readers see either all of a list or none of it.

#include "framework/cache/object_index.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint {

class store {
public:
    static constexpr std::size_t slice = 256;  // objects a caller may ask for in one turn of the loop

    // `changes` sees every change right after it was made.
    store(const kind_info& kind, change_handler changes);

    // --- reads ---
    object_ptr find(key_view key) const;
    const object_table& objects() const noexcept { return now_.objects; }
    const object_index* find_index(std::string_view name) const;
    std::size_t bytes() const noexcept { return now_.bytes; }
    // Whether a list has been taken in.
    bool filled() const noexcept { return filled_; }

    // --- from the watch ---
    // An object that was added or changed. Without effect when the store holds this version or a newer one.
    // Another UID under the same name is a deletion and an addition.
    void put(object_ptr o);
    // An object that went at this version. Without effect when there is none, or a newer one.
    void erase(key_view key, std::string_view version);

    // Tells of an object that is gone and was never held.
    void notify_vanished(const object_ptr& o) const { notify_replaced(o, nullptr, true); }

    // --- from a list: begin, stage each object, commit; then announce and release until they return false
    // ---
    // Frees what a list that was not taken in has left, n objects at a time; false: nothing is left, and
    // begin() may be called.
    bool discard(std::size_t n);
    void begin();
    // An object of the list. One that is held already in this version is taken from the store, so that a
    // re-list costs little memory and unchanged objects are told by their address.
    void stage(object_ptr o);
    // What a streamed list says to be gone again.
    void unstage(key_view key);
    // An object of the list that cannot be read: what is held of it stays.
    void stage_as_held(key_view key);
    // From here on readers see the list.
    void commit();
    // Tells what the list changed, n objects at a time. Deletions have final_state_unknown set.
    bool announce(std::size_t n);
    // Frees what the list replaced, n objects at a time.
    bool release(std::size_t n);

    // --- indexes ---
    // False when the name is taken. Complete at once when the store is empty; else build_indexes() until it
    // returns false.
    bool add_index(const std::string& name, const index_extractor& values);
    bool build_indexes(std::size_t n);

private:
    struct content {
        explicit content(const kind_info& kind) : objects(kind) {}
        object_table objects;
        std::vector<object_index> indexes;
        std::size_t bytes = 0;
    };
    content fresh() const;
    // Frees n of its objects; false when there are none.
    static bool release(content& c, std::size_t n);
    // Puts `after` in or takes a key out, in the table, the indexes and the count of bytes. `held`: where one
    // of its key is, when that was looked up already.
    object_ptr change(content& c, const object_table::position* held, const object_ptr& after);
    object_ptr take(content& c, key_view key);
    void account(content& c, const object_ptr& before, const object_ptr& after);
    bool same_state(const object_ptr& a, const object_ptr& b) const;
    void notify_replaced(const object_ptr& before, const object_ptr& after, bool listed) const;
    const basic_meta& meta(const object_ptr& o) const { return kind_->meta(o.get()); }

    const kind_info* kind_;
    change_handler changes_;
    content now_, staged_, old_;
    bool filled_ = false, first_list_ = false;
    object_table::position at_old_, at_new_;
};

}  // namespace setpoint
