#pragma once
// A view: the cached objects of one kind and scope, decoded as one type. Readable at any time; complete once
// synced.

#include "setpoint/api/selector.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/client/client.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace setpoint {

// What happened to an object, as the store saw it: own writes show up here only when the watch delivers them.
// An own write that was undone before the watch could deliver it (the object is gone from the next list)
// shows up as a deletion of unknown final state.
struct object_change {
    enum class kind : std::uint8_t { added, updated, deleted } what;
    object_ptr before;                 // updated, deleted: the last state the store held
    object_ptr after;                  // added, updated
    bool initial = false;              // part of the first list
    bool final_state_unknown = false;  // deleted while the watch was away: `before` may be stale
    bool listed = false;               // told by a list after the first: what came between is not known
};
using change_handler = std::function<void(const object_change&)>;
// What a view lists: with an index, only the objects that it finds under a value.
struct indexed_list_options : list_options {
    indexed_list_options() = default;
    indexed_list_options(list_options o) : list_options(std::move(o)) {}  // NOLINT: implicit on purpose
    std::string index, index_value;
};

// The values under which an object is found in an index.
using index_extractor = std::function<void(const void* object, std::vector<std::string>& values)>;

// A list that is read bit by bit: what was there when it began, whatever is changed meanwhile. To begin one
// costs a look at each 128 objects (and a copy of each own write that lies over them); it holds what was
// replaced since until it has passed it.
class view_walk {
public:
    virtual ~view_walk() = default;
    // Looks at the next n objects and appends those that were asked for, in key order. False when there are
    // no more.
    virtual bool next(std::size_t n, std::vector<object_ptr>& found) = 0;
};

class view {
public:
    virtual ~view() = default;
    virtual const kind_info& kind() const = 0;
    // Whether objects of this namespace are cached here; "": whether anything is.
    virtual bool covers(std::string_view ns) const = 0;

    // --- reads: what the store holds, with own writes laid over it until the watch has caught up with them
    // --- Null: there is none, or none that the scope's selectors match.
    virtual object_ptr find(const object_key& key) const = 0;
    // In key order. Understands ns, label_selector, field_selector (any scalar that the type describes) and
    // index. Without an index it looks at every object of the namespace in one turn of the loop, which takes
    // about 0.1 us for each (bench_turns): more than some ten thousand are better walked. Errors: invalid for
    // a selector that cannot be read or is about what the type does not describe, and for an index that was
    // not added.
    virtual result<std::vector<object_ptr>> list(const indexed_list_options& options) const = 0;
    // The same bit by bit. The view outlives the walk. Errors: as list().
    virtual result<std::unique_ptr<view_walk>> walk(const indexed_list_options& options) const = 0;
    // False after a write of unknown outcome on this key, or one that was decoded as another type: read from
    // the server then, and give the answer to written() or removed(). Without a name: for lists of the
    // namespace, after a write of unknown outcome whose name the server was to make. It ends by itself when
    // the watch is known to be past the write.
    virtual bool trustworthy(const object_key& key) const = 0;
    // The keys of a namespace ("": of all) that are not. One without a name stands for all in its namespace.
    virtual std::vector<object_key> doubtful(std::string_view ns) const = 0;

    // --- own writes; without effect for namespaces that are not covered ---
    virtual void written(object_ptr answer) = 0;  // what the server answered, to a write or a read
    // The server accepted a deletion, or said that there is no such object. `uid` "": whatever is known under
    // the key.
    virtual void removed(const object_key& key, std::string_view uid) = 0;
    virtual void outcome_unknown(const object_key& key) = 0;
    // All of `chosen` (namespace and labels) may be gone. It ends for each key when that is read, and for all
    // of them with all_known() or as above.
    virtual void collection_outcome_unknown(const list_options& chosen) = 0;
    // Everything in the namespace was read from the server and given to written() and removed(); the request
    // began at `asked`.
    virtual void all_known(std::string_view ns, time_point asked) = 0;
    // The object has this version by now, in a form that cannot be laid over.
    virtual void outdated(const object_key& key, std::string_view version) = 0;

    // --- set-up, before or after the start ---
    // `values` must give the same for the same object every time. Errors: invalid when the name is taken.
    virtual result<> add_index(std::string name, index_extractor values) = 0;
    virtual bool has_index(std::string_view name) const = 0;
    // The handler first sees everything that is there as initial additions, in slices when that is much: an
    // object is announced before any other change of it. It must not suspend; it may read the view. What it
    // throws is logged.
    virtual void subscribe(change_handler handler) = 0;

    // `told` is called each time that the server serves the kind again, or at last, after it did not: its
    // objects have been announced by then. It must not suspend or throw.
    virtual void on_arrival(std::function<void()> told) = 0;

    // Whether the first list has been taken in, and every handler has seen it.
    virtual bool synced() const = 0;
    // False while the server does not have the kind, which was declared optional. Reads through a
    // cached_client are then errc::unsupported at once, as the server itself answers.
    virtual bool served() const = 0;
    // Of several informers (one per namespace) the one that is worst off.
    virtual sync_state state() const = 0;
    virtual std::string why() const = 0;  // why it is retrying; "" when it is not
    virtual std::size_t size() const = 0;
    virtual std::size_t bytes() const = 0;
};

}  // namespace setpoint
