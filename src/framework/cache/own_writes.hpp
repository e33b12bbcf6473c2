#pragma once
// How the writes of this process reach a collection: it shows them from the response on, until the
// watch delivers them. Calls for namespaces that the collection does not cover have no effect.

#include "framework/cache/overlay.hpp"
#include "setpoint/cache/cached_collection.hpp"
#include "setpoint/core/clock.hpp"

namespace setpoint { inline namespace v0 {

class cache;

class own_writes {
public:
    explicit own_writes(cached_collection& of) : of_(of) {}

    // Whether the key must be read from the server: after a write with unknown outcome, or one that
    // was decoded as another type. Pass the response to written() or removed(). A key without a name
    // stands for lists of the namespace, after a write with unknown outcome whose name the server
    // generates. The mark ends when the watch is past the write.
    bool needs_live_read(const object_key& key) const;
    // The keys of the namespace ("": of all) that need a live read. A key without a name stands for
    // the whole namespace.
    std::vector<object_key> stale_keys(std::string_view ns) const;

    // A response, of any type, has an object with this metadata.
    void note_answer(const basic_meta& m);
    void written(object_ptr answer);  // the server's response to a write or a read
    // The server accepted a deletion or answered that the object does not exist. `uid` "" means any
    // object under the key.
    void removed(const object_key& key, std::string_view uid, removal what);
    // The object has reached this version ("": an unknown one), in a form that cannot be overlaid.
    void mark_stale(const object_key& key, std::string_view version = {});
    // Any object that `chosen` (namespace and labels) selects may be gone. This ends for a key when
    // it is read, and for all of them with namespace_read() or when the watch is past the request.
    void mark_uncertain(const list_options& chosen);
    // All objects of the namespace were read from the server and passed to written() and removed().
    // `asked` is when the request began.
    void namespace_read(std::string_view ns, time_point asked);

    // Whether the store alone would give another object under the key.
    bool changes(const object_key& key) const;
    // Counts a read that would have been stale.
    void avoided_stale_read() const;

private:
    cached_collection& of_;
};

// Whether the object is the last state of one that the server has removed: it was being deleted and has
// neither a finalizer nor a grace period left, as in the response to the removal of the last finalizer.
// Such a response has the resourceVersion of the state before.
bool is_last_state(const kind_info& kind, const object_ptr& o);
// Whether the object exists and is being deleted; false for null.
bool is_terminating(const kind_info& kind, const object_ptr& o);

// Passes the response of a write or read, decoded as kind.type, to every collection of the kind. The last
// state of a removed object is a deletion.
void overlay_answer(cache& c, const kind_info& kind, const object_ptr& answer);

}}  // namespace setpoint::v0
