#pragma once
// What a user demands of every revision of the API's objects while a story is explored.
//
//     sim::invariant one_deployment{"at most one Deployment", [](const sim::objects& now) {
//         return now.all<deployment>().size() <= 1;
//     }};

#include "setpoint/client/snapshot.hpp"

#include <functional>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace sim {

// The objects in the API at one revision, by kind and key. Valid during the call that it is passed to.
class objects {
public:
    // In key order. Objects that cannot be decoded as T are left out.
    template <api_object T>
    std::vector<snapshot<T>> all() const {
        return as_snapshots<T>(list(kind_of<T>()));
    }
    // Null if there is no such object.
    template <api_object T>
    snapshot<T> find(const object_key& key) const {
        return std::static_pointer_cast<const T>(get(kind_of<T>(), key));
    }

    struct source;
    explicit objects(source& from) : from_(from) {}
    objects(const objects&) = delete;
    objects& operator=(const objects&) = delete;

private:
    std::vector<object_ptr> list(const kind_info& kind) const;
    object_ptr get(const kind_info& kind, const object_key& key) const;

    source& from_;
};

// `holds` is called after each change of an object. It must depend on the objects alone, and must not throw.
struct invariant {
    std::string name;
    std::function<bool(const objects& now)> holds;
};

}}}  // namespace setpoint::v0::sim
