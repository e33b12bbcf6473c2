#pragma once
// Where requests come from: changes of cached objects, turned into keys, and channels that other code posts
// to.

#include "setpoint/api/object_key.hpp"
#include "setpoint/cache/cached_collection.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint {

// From a changed object to the keys to reconcile; called for the state before and the state after an update.
using key_mapper = std::function<void(const void* object, std::vector<object_key>& keys)>;

// The object itself.
key_mapper map_self(const kind_info& kind);
// Its controller owner (or, with every_owner, all owners) of the kind `owner`; group and kind must match, not
// the version.
key_mapper map_owner(const kind_info& kind, const kind_info& owner, bool every_owner = false);
// The object of the kind `owner` after which it is named, with this suffix, whoever controls it. Not found is
// an owner whose name child_name() had to change: the hash in the child's name does not lead back to it.
key_mapper map_name(const kind_info& kind, const kind_info& owner, std::string suffix);
template <class T>
key_mapper map_with(std::function<std::vector<object_key>(const T&)> f) {
    return [f = std::move(f)](const void* object, std::vector<object_key>& keys) {
        for (object_key& k : f(*static_cast<const T*>(object))) keys.push_back(std::move(k));
    };
}

// An external source: post() from any task of the loop makes the controller reconcile the key. Copies share
// the channel; what is posted before the controller starts is kept.
class channel {
public:
    channel();
    void post(object_key key) const;

private:
    friend class controller;
    struct state;
    std::shared_ptr<state> state_;
};

}  // namespace setpoint
