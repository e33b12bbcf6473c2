#pragma once
// Sources of reconcile requests: changes of cached objects, mapped to keys, and channels that other code
// posts to.

#include "setpoint/api/object_key.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/cache/cached_collection.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Appends the keys to reconcile for a changed object. For an update it is called with the state before and
// the state after it.
// `object` points to an object of the watched kind, in the C++ type that its kind_info describes:
// void*, since watches of all kinds are stored together. It belongs to the cache and is valid during
// the call only. An exception is logged, and the change is skipped. Duplicate keys are dropped by the
// controller.
using key_mapper = std::function<void(const void* object, std::vector<object_key>& keys)>;

// Maps to the object itself.
// `kind` must outlive the mapper, as must the kinds of the functions below.
key_mapper map_self(const kind_info& kind);
// Maps to the controller of the kind `owner` or, with every_owner, to all owners of that kind. Group and kind
// must match; the version may differ.
// Also maps objects that outlive their owner by the annotation that ensure() writes; see
// ensure_options::outlives_owner. A namespaced owner is looked for in the object's namespace only.
key_mapper map_owner(const kind_info& kind, const kind_info& owner, bool every_owner = false);
// Maps to the object of the kind `owner` whose name with `suffix` is the object's name, regardless of owner
// references. It does not find an owner whose name child_name() had to change, since the hash in the child's
// name cannot be reversed.
key_mapper map_name(const kind_info& kind, const kind_info& owner, std::string suffix);
// The cast is safe for watches of T, since only objects of T reach the mapper.
template <class T>
key_mapper map_with(std::function<std::vector<object_key>(const T&)> f) {
    return [f = std::move(f)](const void* object, std::vector<object_key>& keys) {
        for (object_key& k : f(*static_cast<const T*>(object))) keys.push_back(std::move(k));
    };
}

// For controller_builder::watches(): reconciles the objects of T that the index `name` finds under a value of
// the changed object. In the namespace of that object if both kinds are namespaced, and otherwise in all.
template <class F>
struct index_lookup {
    std::string name;
    F value;  // std::string(const W&), or std::vector<std::string>(const W&) for several values
};
template <class F>
index_lookup<F> by_index(std::string name, F value) {
    return {std::move(name), std::move(value)};
}
// By the name of the changed object.
inline auto by_index(std::string name) {
    return by_index(std::move(name), [](const auto& object) { return object.metadata.name.str(); });
}
// Maps to the objects of `found` in `c` that the index finds. Both must outlive the mapper.
// Returns keys in order. Throws fault(errc::invalid) when it is called if `found` has no such index.
// O(log n + result) for each value.
key_mapper map_index(const cache& c, const kind_info& kind, const kind_info& found, std::string index,
                     index_extractor values);

// An external source: post(), called from any task of the loop, makes the controller reconcile the key.
// Copies share the channel; keys that are posted before the controller starts are kept.
// For events from outside of the cluster, such as a message queue or a timer. Not thread-safe: another
// thread posts to the loop first. A channel feeds one controller.
class channel {
public:
    channel();
    // Never blocks. Equal keys that wait are reconciled once; the queue is bounded by the number of
    // keys. Keys that are kept before the start are not bounded.
    void post(object_key key) const;

private:
    friend class controller;
    struct state;
    std::shared_ptr<state> state_;
};

}}  // namespace setpoint::v0
