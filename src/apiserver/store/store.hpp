#pragma once
// The versioned store: what etcd is to the real API server. A plain class: no socket, timer or coroutine.

#include "setpoint/api/object_key.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/text_map.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint::apiserver {

namespace bj = boost::json;

// One object at one revision. Held as JSON text: about its size on the wire, and ready to be sent.
struct record {
    object_key key;
    std::uint64_t revision = 0;  // also metadata.resourceVersion in `json`
    std::string uid;
    text_map labels;
    std::vector<std::string> owners;  // UIDs of its owner references: for garbage collection
    std::string json;
    // Written in a form that nobody reads: the next write is one even if it changes nothing.
    bool rewrite = false;
    bool converted = false;  // of no collection: see converted_record()

    bj::object parse() const;
};
using record_ptr = std::shared_ptr<const record>;

struct change {
    enum class type : std::uint8_t { added, modified, deleted };
    type what;
    std::uint64_t revision;
    // deleted: `now` is the last state with the revision of the deletion as its resourceVersion.
    record_ptr now, before;
    wall_time at;
};

// One per kind of object stored ("pods", "deployments.apps", "events"); versions of a kind share one.
class collection;

// The same record with the object as another version of its kind has it.
record_ptr converted_record(const record& of, bj::object object);

class versioned_store {
public:
    struct window {
        duration age = std::chrono::minutes(5);  // how long old revisions are kept
        std::size_t count = 100'000;             // and how many at most
    };
    explicit versioned_store(window keep) : keep_(keep) {}
    ~versioned_store();

    // Made on first use; stays for good.
    collection& of(std::string_view name);
    // Null when nothing of that name was ever stored.
    const collection* existing(std::string_view name) const;
    // Null when there is no such object.
    std::shared_ptr<const record> find(std::string_view name, const object_key& key) const;

    std::uint64_t revision() const { return revision_; }
    // Below this, lists and watches are answered 410.
    std::uint64_t oldest() const { return oldest_; }
    std::size_t objects() const;

    // `object` must carry name and namespace as in `key`; its resourceVersion is set here. Returns what is
    // stored.
    record_ptr put(collection& c, const object_key& key, bj::object object, wall_time now,
                   bool rewrite = false);
    // Returns the last state, with the revision of the deletion; null when there was none.
    record_ptr erase(collection& c, const object_key& key, wall_time now);
    // Forgets revisions that are out of the window, or, with `all`, everything before the current one.
    void compact(wall_time now, bool all = false);
    // Called after each change, for whoever wakes watches.
    std::function<void(collection&)> on_change;

private:
    window keep_;
    std::uint64_t revision_ = 1, oldest_ = 1;
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
        bool more = false;  // `items` ends before the end
        std::int64_t remaining = 0;
    };
    // In order of namespace and name, at `revision` (0: now), after the key `after` (continue), at most
    // `limit` (0: all) of those that `matches` (empty: all). `ns` empty: all namespaces. The caller has made
    // sure that `revision` is still kept.
    page list(std::string_view ns, std::uint64_t revision, const std::optional<object_key>& after,
              std::size_t limit, const std::function<bool(const record&)>& matches) const;
    // What is there now after the key `after`, in the same order, `most` at most: fewer are the end. For
    // readers that give way between two parts.
    std::vector<record_ptr> part(std::string_view ns, const std::optional<object_key>& after,
                                 std::size_t most) const;
    // The first change after `revision`; null when there is none yet. For watches: start at a revision, go on
    // from the revision of what was returned.
    const change* next(std::uint64_t revision) const;
    // Changes up to here are forgotten: who has not seen them all cannot go on. 0: none.
    std::uint64_t forgotten() const { return forgotten_; }

private:
    friend class versioned_store;
    std::string name_;
    std::map<object_key, record_ptr> current_;
    std::deque<change> history_;  // ascending
    std::uint64_t forgotten_ = 0;
};

}  // namespace setpoint::apiserver
