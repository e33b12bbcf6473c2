#pragma once
// The cached objects of one kind and scope, decoded as one type. They can be read at any time and
// are complete once synced.
//
// Objects are std::shared_ptr<const void> here, since one class holds collections of all kinds, in one
// map of the cache and compiled once. The pointer owns an object of the C++ type that kind() describes;
// change<T> and snapshot<T> cast it back to T, which cache::watch<T>() guarantees.

#include "setpoint/api/selector.hpp"
#include "setpoint/cache/scope.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace prometheus {
class Counter;
}

namespace setpoint { inline namespace v0 {

class background_work;
class namespace_shard;
class own_writes;
struct informer_status;

// A change to an object in the store. Own writes appear here only when the watch delivers them. An
// own write that was undone before the watch could deliver it, so that the next list lacks the
// object, appears as a deletion with an unknown final state.
struct object_change {
    enum class kind : std::uint8_t { added, updated, deleted } what;
    object_ptr before;                 // updated, deleted: the last state in the store
    object_ptr after;                  // added, updated
    bool initial = false;              // part of the first list
    bool final_state_unknown = false;  // deleted while the watch was away: `before` may be stale
    bool listed = false;               // found by a list after the first: changes in between were missed
};
// The change and what it refers to are valid during the call; copy `before` or `after` to keep an
// object.
using change_handler = std::function<void(const object_change&)>;
// What to list: with an index, only the objects that it finds under a value.
struct indexed_list_options : list_options {
    indexed_list_options() = default;
    indexed_list_options(list_options o) : list_options(std::move(o)) {}  // NOLINT: implicit on purpose
    std::string index, index_value;
};

// Appends the values under which an index finds the object.
// `object` is of the collection's type, belongs to the store and is valid during the call. No value at
// all leaves the object out; a value that occurs twice counts once.
using index_extractor = std::function<void(const void* object, std::vector<std::string>& values)>;

// A list that is read in steps: a snapshot of the moment it began, whatever changes meanwhile.
// Beginning one costs one step per 128 objects and a copy of each overlaid own write. It keeps
// replaced objects alive until it has passed them.
class collection_walk {
public:
    virtual ~collection_walk() = default;
    // Visits the next n objects and appends the matching ones, in key order. Returns false at the
    // end.
    virtual bool next(std::size_t n, std::vector<object_ptr>& found) = 0;
    // Whether an own write has changed what was found so far.
    virtual bool changed() const = 0;
};

// Made by cache::watch(), whose references it keeps; lives as long as the cache.
class cached_collection {
public:
    cached_collection(loop& l, background_work& later, logger log, const kind_info& kind, cache_scope scope);
    cached_collection(const cached_collection&) = delete;
    cached_collection& operator=(const cached_collection&) = delete;
    ~cached_collection();

    const kind_info& kind() const noexcept { return kind_; }
    const cache_scope& scope() const noexcept { return scope_; }
    // Whether objects of this namespace are cached here; with "", whether any are.
    bool covers(std::string_view ns) const;

    // --- reads: the store's objects, with own writes overlaid until the watch delivers them ---
    // Returns null if there is no such object or the scope's selectors exclude it.
    // O(log n) in the namespace's objects. The result stays valid, and unchanged, after the object is
    // replaced.
    object_ptr find(const object_key& key) const;
    // Returns the matching objects in key order. Supports ns, label_selector, field_selector (any
    // scalar that the type describes) and index. Without an index it visits every object of the
    // namespace in one turn of the loop, at about 0.1 us each (bench_turns); use walk() for more
    // than some ten thousand.
    // Errors: invalid for an invalid selector, for one on a field that the type does not describe,
    // and for an unknown index.
    result<std::vector<object_ptr>> list(const indexed_list_options& options) const;
    // The same in steps. Errors: as list().
    result<std::unique_ptr<collection_walk>> walk(const indexed_list_options& options) const;

    // --- set-up, before or after the start ---
    // `values` must be deterministic: the same object must always give the same values. Errors:
    // invalid if the name is taken.
    // Existing objects are indexed in the background, in slices. Until that is done, a list by the index
    // visits every object, and so is complete, too.
    result<> add_index(std::string name, index_extractor values);
    bool has_index(std::string_view name) const;
    // Calls `handler` for each change. It first receives all current objects as initial additions,
    // in slices if there are many; an object is announced before any other change to it. The
    // handler must not suspend, but may read the collection. Its exceptions are logged.
    void subscribe(change_handler handler);
    // Calls `handler` each time the server starts to serve the kind after it did not, when its objects
    // have been announced, and each time it no longer serves a kind that was synced. It must not
    // suspend or throw.
    void on_presence(std::function<void()> handler) { presence_handlers_.push_back(std::move(handler)); }

    // Whether the first list was taken in and every handler has seen it.
    bool synced() const;
    // False if the state of an informer is not_served. Reads through a cached_client then fail
    // immediately with the error of its list: errc::unsupported if the server does not have the kind.
    bool served() const;
    // Why served() is false, as the error of the list; nothing if it is true.
    std::optional<error> why_not_served() const;
    // The worst state among the collection's informers (one per namespace).
    sync_state state() const;
    std::string why() const;  // the reason for retrying; "" otherwise
    std::size_t size() const;
    // An estimate of the heap memory of the objects; strings that objects share count once per object.
    std::size_t bytes() const;

private:
    friend class cache;
    friend class own_writes;  // the client's: src/framework/cache/own_writes.hpp
    struct subscription {
        change_handler handler;
        bool up_to_date = false;
        object_key announced;  // the last announced key, until up to date
    };
    // For the namespaces of the scope, in order.
    namespace_shard& add_shard(std::string ns, const informer_status& status);
    namespace_shard* shard_for(std::string_view ns) const;
    bool in_scope(const object_ptr& o) const;
    void changed(const object_change& c);
    void notify(const subscription& s, const object_change& c);
    bool announce_held(subscription& s, std::size_t n);

    loop& loop_;
    background_work& later_;
    logger log_;
    const kind_info kind_;  // a copy: kinds of dynamic objects are values
    cache_scope scope_;
    selector labels_;
    field_selector fields_;
    std::vector<std::unique_ptr<namespace_shard>> shards_;
    std::deque<subscription> subscriptions_;
    std::vector<std::function<void()>> presence_handlers_;
    prometheus::Counter* stale_reads_ = nullptr;  // set by the cache
};

}}  // namespace setpoint::v0
