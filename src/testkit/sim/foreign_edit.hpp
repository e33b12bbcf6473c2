#pragma once
// Changes of objects by others than the operator and the story.

#include "testkit/sim/world.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

// The path of the object, or of its collection.
std::string path_of(const point& p, bool collection = false);

// Each does nothing if the object does not exist. `w` must outlive the call.
awaitable<void> delete_object(world& w, point of);
// Deletes it, waits until it is gone, and creates it as it was, with a new UID and without a status.
awaitable<void> recreate(world& w, point of);
// Creates it as it was. `as` must outlive the call.
awaitable<void> create_again(world& w, point of, const apiserver::record& as);
// Changes a field of its spec or data that the operator has set.
awaitable<void> edit_child(world& w, point of);
// Changes a number of its spec and changes it back.
awaitable<void> change_spec_and_back(world& w, point of);
awaitable<void> delete_pods(world& w, std::string ns);

// The object as a user would create it again: without what the API server and its controllers have set, and
// without finalizers.
boost::json::object without_identity(boost::json::object o);
// Merge patches, at most a few, of which each changes a field of spec or data that `live` and `sent` have.
std::vector<std::string> edits_of(const boost::json::object& live, const boost::json::object& sent);

}}}  // namespace setpoint::v0::sim
