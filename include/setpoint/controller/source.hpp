#pragma once
// Sources of reconcile requests: changes of cached objects, mapped to keys, and channels that other code
// posts to.

#include "setpoint/api/object_key.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/cache/cached_collection.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint::inline v0 {

// Appends the keys to reconcile for a changed object. For an update it is called with the state before and
// the state after it.
using key_mapper = std::function<void(const void* object, std::vector<object_key>& keys)>;

// Maps to the object itself.
key_mapper map_self(const kind_info& kind);
// Maps to the controller of the kind `owner` or, with every_owner, to all owners of that kind. Group and kind
// must match; the version may differ.
key_mapper map_owner(const kind_info& kind, const kind_info& owner, bool every_owner = false);
// Maps to the object of the kind `owner` whose name with `suffix` is the object's name, regardless of owner
// references. It does not find an owner whose name child_name() had to change, since the hash in the child's
// name cannot be reversed.
key_mapper map_name(const kind_info& kind, const kind_info& owner, std::string suffix);
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
key_mapper map_index(const cache& c, const kind_info& kind, const kind_info& found, std::string index,
                     index_extractor values);

// An external source: post(), called from any task of the loop, makes the controller reconcile the key.
// Copies share the channel; keys that are posted before the controller starts are kept.
class channel {
public:
    channel();
    void post(object_key key) const;

private:
    friend class controller;
    struct state;
    std::shared_ptr<state> state_;
};

}  // namespace setpoint::inline v0
