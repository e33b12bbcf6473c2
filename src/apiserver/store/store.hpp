#pragma once
// Versioned object store, the counterpart of etcd. No I/O, timers or coroutines.

#include "setpoint/api/object_key.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/string_map.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// One revision of an object. Kept as JSON text, which is about its size on the wire and ready to
// send.
struct record {
    object_key key;
    std::uint64_t revision = 0;  // also metadata.resourceVersion in `json`
    std::string uid;
    string_map labels;
    std::vector<std::string> owners;  // UIDs in ownerReferences, for garbage collection
    std::string json;
    // Stored in a form that is never returned to clients: the next update writes even if it changes
    // nothing.
    bool rewrite = false;
    bool converted = false;  // in no collection: see converted_record()

    bj::object parse() const;
};
using record_ptr = std::shared_ptr<const record>;

struct change {
    enum class type : std::uint8_t { added, modified, deleted };
    type what;
    std::uint64_t revision;
    // deleted: `now` is the last state, with the revision of the deletion as its resourceVersion.
    record_ptr now, before;
    wall_time at;
};

// One per stored resource ("pods", "deployments.apps", "events"); all versions of a kind share it.
class collection;

// Sees each change, and each that is no longer needed, before watches do.
struct change_log {
    virtual ~change_log() = default;
    virtual void changed(collection& of, const change& what) = 0;
    // The store has dropped the change from its history.
    virtual void forgotten(const collection& of, const change& what) = 0;
};

// A copy of the record with `object` in another version of its kind.
record_ptr converted_record(const record& of, bj::object object);

class versioned_store {
public:
    struct window {
        duration age = std::chrono::minutes(5);  // how long old revisions are kept
        // Of the old revisions of a collection; they end its own watches and lists only.
        std::size_t count = 100'000, bytes = 256 * 1024 * 1024;
    };
    explicit versioned_store(window keep) : window_(keep) {}
    ~versioned_store();

    // Created on first use and never removed.
    collection& of(std::string_view name);
    // Null if the collection was never used.
    const collection* find_collection(std::string_view name) const;
    // Null if not found.
    std::shared_ptr<const record> find(std::string_view name, const object_key& key) const;

    std::uint64_t revision() const { return revision_; }
    // Lists and watches at older revisions get 410.
    std::uint64_t oldest(const collection& of) const;
    std::size_t objects() const;
    std::vector<const collection*> collections() const;  // by name

    // `object` must have the name and namespace of `key`; sets its resourceVersion. Returns the
    // stored record; null, and nothing is stored, if its text is longer than `limit` bytes.
    record_ptr put(collection& c, const object_key& key, bj::object object, wall_time now,
                   bool rewrite = false, std::size_t limit = std::string::npos);
    // Returns the last state, with the revision of the deletion; null if not found.
    record_ptr erase(collection& c, const object_key& key, wall_time now);
    // Drops revisions that are too old, or with `all` everything before the current one.
    void compact(wall_time now, bool all = false);
    // Called after each change, to wake watches.
    std::function<void(collection&, const change&)> on_change;
    change_log* log = nullptr;  // null: none

    // --- to and from a journal ---

    // A record as it was stored.
    struct stored_text {
        object_key key;
        std::uint64_t revision;
        std::string json;
        bool rewrite;
    };
    // Adds a change that a journal kept; in ascending order, before any other write. Errors: bad_data, which
    // names the revision, if it is not one that put() or erase() made.
    result<> restore(std::string_view name, stored_text text, bool deleted, wall_time at);
    // The changes of the collection up to that revision are forgotten, again.
    void restore_compacted(std::string_view name, std::uint64_t revision);
    // After the last change: the revision continues, and changes up to `oldest` are forgotten, again.
    void restore_bounds(std::uint64_t newest, std::uint64_t oldest);
    std::uint64_t oldest() const { return oldest_; }
    // Takes the newest change back: the object is as before. Its revision is not used again.
    void undo(collection& of, const change& what);
    // Call after the last undo() with the revision that is the newest one now.
    void undone_to(std::uint64_t revision);

private:
    void add(collection& to, change c, wall_time now);
    void drop_first(collection& of);

    window window_;
    // `issued_`: the last one that was given to a change, which may be undone since.
    std::uint64_t revision_ = 1, issued_ = 1, oldest_ = 1;
    wall_time compacted_at_{};
    std::map<std::string, std::unique_ptr<collection>, std::less<>> collections_;
};

class collection {
public:
    explicit collection(std::string name) : name_(std::move(name)) {}
    const std::string& name() const { return name_; }

    record_ptr get(const object_key& key) const;
    std::size_t size() const { return current_.size(); }

    struct page {
        std::vector<record_ptr> items;
        bool more = false;  // `items` is incomplete
        std::int64_t remaining = 0;
    };
    // Lists objects by namespace and name at `revision` (0: current), after the key `after`
    // (continue token). Returns at most `limit` items (0: all) for which `matches` (empty: all)
    // returns true. An empty `ns` means all namespaces. Precondition: `revision` is still kept.
    page list(std::string_view ns, std::uint64_t revision, const std::optional<object_key>& after,
              std::size_t limit, const std::function<bool(const record&)>& matches) const;
    // Returns at most `most` current objects after the key `after`, in the same order; fewer mean
    // the end. For readers that yield between batches.
    std::vector<record_ptr> part(std::string_view ns, const std::optional<object_key>& after,
                                 std::size_t most) const;
    // The first change after `revision`; null if there is none yet. A watch starts at a revision
    // and continues with that of the returned change.
    const change* next(std::uint64_t revision) const;
    // Changes up to this revision are dropped: a watch that has not seen them cannot continue. 0:
    // none.
    std::uint64_t compacted() const { return compacted_; }

private:
    friend class versioned_store;
    void drop_first();

    std::string name_;
    std::map<object_key, record_ptr> current_;
    std::deque<change> history_;     // ascending by revision
    std::size_t history_bytes_ = 0;  // of the JSON of its changes
    std::uint64_t compacted_ = 0;
};

}}}  // namespace setpoint::v0::apiserver
