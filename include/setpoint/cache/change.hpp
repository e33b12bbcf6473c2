#pragma once
// A change of a cached object, as the store saw it: own writes show up when the watch delivers them.

#include "setpoint/cache/cached_collection.hpp"

namespace setpoint { inline namespace v0 {

// Valid during the call that it is passed to.
// The cast is safe since the collection's objects are of type T: cache::subscribe<T>() watches them as
// such.
template <class T>
class change {
public:
    explicit change(const object_change& c) : c_(c) {}

    bool added() const { return c_.what == object_change::kind::added; }
    bool updated() const { return c_.what == object_change::kind::updated; }
    bool deleted() const { return c_.what == object_change::kind::deleted; }
    // The last state that the store held. Null if added.
    const T* before() const { return static_cast<const T*>(c_.before.get()); }
    // Null if deleted.
    const T* after() const { return static_cast<const T*>(c_.after.get()); }
    // The state after the change, or before it if deleted.
    const T& object() const { return *static_cast<const T*>((c_.after ? c_.after : c_.before).get()); }
    // The same, to keep.
    snapshot<T> shared() const { return std::static_pointer_cast<const T>(c_.after ? c_.after : c_.before); }
    // Part of the first list.
    bool initial() const { return c_.initial; }
    // Deleted while the watch was away: before() may be outdated.
    bool final_state_unknown() const { return c_.final_state_unknown; }

private:
    const object_change& c_;
};

}}  // namespace setpoint::v0
