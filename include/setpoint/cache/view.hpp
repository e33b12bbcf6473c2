#pragma once
// A view: the cached objects of one kind and scope, decoded as one type. It can be read at any time
// and is complete once synced.

#include "setpoint/api/selector.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/client/client.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace setpoint {

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
using change_handler = std::function<void(const object_change&)>;
// What a view lists: with an index, only the objects that it finds under a value.
struct indexed_list_options : list_options {
    indexed_list_options() = default;
    indexed_list_options(list_options o) : list_options(std::move(o)) {}  // NOLINT: implicit on purpose
    std::string index, index_value;
};

// Appends the values under which an index finds the object.
using index_extractor = std::function<void(const void* object, std::vector<std::string>& values)>;

// A list that is read in steps: a snapshot of the moment it began, whatever changes meanwhile.
// Beginning one costs one step per 128 objects and a copy of each overlaid own write. It keeps
// replaced objects alive until it has passed them.
class view_walk {
public:
    virtual ~view_walk() = default;
    // Visits the next n objects and appends the matching ones, in key order. Returns false at the
    // end.
    virtual bool next(std::size_t n, std::vector<object_ptr>& found) = 0;
};

class view {
public:
    virtual ~view() = default;
    virtual const kind_info& kind() const = 0;
    // Whether objects of this namespace are cached here; with "", whether any are.
    virtual bool covers(std::string_view ns) const = 0;

    // --- reads: the store's objects, with own writes overlaid until the watch delivers them ---
    // Returns null if there is no such object or the scope's selectors exclude it.
    virtual object_ptr find(const object_key& key) const = 0;
    // Returns the matching objects in key order. Supports ns, label_selector, field_selector (any
    // scalar that the type describes) and index. Without an index it visits every object of the
    // namespace in one turn of the loop, at about 0.1 us each (bench_turns); use walk() for more
    // than some ten thousand.
    // Errors: invalid for an invalid selector, for one on a field that the type does not describe,
    // and for an unknown index.
    virtual result<std::vector<object_ptr>> list(const indexed_list_options& options) const = 0;
    // The same in steps. The view must outlive the walk. Errors: as list().
    virtual result<std::unique_ptr<view_walk>> walk(const indexed_list_options& options) const = 0;
    // Returns false if the key must be read from the server: after a write with unknown outcome, or
    // one that was decoded as another type. Pass the response to written() or removed(). A key
    // without a name stands for lists of the namespace, after a write with unknown outcome whose
    // name the server generates. The mark ends when the watch is past the write.
    virtual bool trustworthy(const object_key& key) const = 0;
    // Returns the keys of the namespace ("": of all) for which trustworthy() is false. A key
    // without a name stands for the whole namespace.
    virtual std::vector<object_key> doubtful(std::string_view ns) const = 0;

    // --- own writes; no effect in namespaces that are not covered ---
    virtual void written(object_ptr answer) = 0;  // the server's response to a write or a read
    // The server accepted a deletion or answered that the object does not exist. `uid` "" means any
    // object under the key.
    virtual void removed(const object_key& key, std::string_view uid) = 0;
    virtual void outcome_unknown(const object_key& key) = 0;
    // Any object that `chosen` (namespace and labels) selects may be gone. This ends for a key when
    // it is read, and for all of them with all_known() or when the watch is past the request.
    virtual void collection_outcome_unknown(const list_options& chosen) = 0;
    // All objects of the namespace were read from the server and passed to written() and removed().
    // `asked` is when the request began.
    virtual void all_known(std::string_view ns, time_point asked) = 0;
    // The object has reached this version, in a form that cannot be overlaid.
    virtual void outdated(const object_key& key, std::string_view version) = 0;

    // --- set-up, before or after the start ---
    // `values` must be deterministic: the same object must always give the same values. Errors:
    // invalid if the name is taken.
    virtual result<> add_index(std::string name, index_extractor values) = 0;
    virtual bool has_index(std::string_view name) const = 0;
    // Calls `handler` for each change. It first receives all current objects as initial additions,
    // in slices if there are many; an object is announced before any other change to it. The
    // handler must not suspend, but may read the view. Its exceptions are logged.
    virtual void subscribe(change_handler handler) = 0;

    // Calls `told` each time the server begins to serve the kind after it did not; its objects have
    // been announced by then. It must not suspend or throw.
    virtual void on_arrival(std::function<void()> told) = 0;

    // Whether the first list was taken in and every handler has seen it.
    virtual bool synced() const = 0;
    // False if the kind was declared optional and the server does not serve it. Reads through a
    // cached_client then fail at once with errc::unsupported, as on the server.
    virtual bool served() const = 0;
    // The worst state among the view's informers (one per namespace).
    virtual sync_state state() const = 0;
    virtual std::string why() const = 0;  // the reason for retrying; "" otherwise
    virtual std::size_t size() const = 0;
    virtual std::size_t bytes() const = 0;
};

}  // namespace setpoint
