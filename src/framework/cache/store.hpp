#pragma once
// The server's objects of one kind, as lists and watches report them. No socket, no timer. Callers
// split long work into slices; readers see either all of a list or none of it.

#include "framework/cache/object_index.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

class store {
public:
    static constexpr std::size_t slice = 256;  // objects to process in one turn of the loop

    // `changes` is called immediately after each change.
    store(const kind_info& kind, change_handler changes);

    // --- reads ---
    object_ptr find(key_view key) const;
    const object_table& objects() const noexcept { return now_.objects; }
    const object_index* find_index(std::string_view name) const;
    std::size_t bytes() const noexcept { return now_.bytes; }
    // Whether a list was taken in.
    bool filled() const noexcept { return filled_; }

    // --- from the watch ---
    // An object was added or changed. No effect if the store holds this version or a newer one.
    // Another UID under the same name is a deletion and an addition.
    void put(object_ptr o);
    // An object was deleted at this version. No effect if there is none, or a newer one.
    void erase(key_view key, std::string_view version);

    // Reports the deletion of an object that was never stored.
    void notify_vanished(const object_ptr& o) const { notify_replaced(o, nullptr, true); }

    // --- from a list: begin, stage each object, commit; then announce and release until they
    // return false ---
    // Frees what a failed list left behind, n objects at a time. Returns false when nothing is left
    // and begin() may be called.
    bool discard(std::size_t n);
    void begin();
    // Stages an object of the list. If the store holds the same version, that object is kept, so
    // that a re-list needs little memory and unchanged objects are recognised by their address.
    void stage(object_ptr o);
    // A streamed list reported the object as deleted.
    void unstage(key_view key);
    // Stages the stored state of an object that cannot be decoded.
    void stage_as_held(key_view key);
    // Makes the list visible to readers.
    void commit();
    // Reports the changes that the list brought, n objects at a time. Deletions have
    // final_state_unknown set.
    bool announce(std::size_t n);
    // Frees what the list replaced, n objects at a time.
    bool release(std::size_t n);

    // --- indexes ---
    // Returns false if the name is taken. In an empty store the index is complete at once;
    // otherwise call build_indexes() until it returns false.
    bool add_index(const std::string& name, const index_extractor& values);
    bool build_indexes(std::size_t n);

private:
    struct content {
        explicit content(const kind_info& kind) : objects(kind) {}
        object_table objects;
        std::vector<object_index> indexes;
        std::size_t bytes = 0;
    };
    content empty_copy() const;
    // Frees n of its objects; returns false if there are none.
    static bool release(content& c, std::size_t n);
    // Inserts `after` or removes a key in the table, the indexes and the byte count. `held` is the
    // position of the object with that key, if it was looked up before.
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

}}  // namespace setpoint::v0
