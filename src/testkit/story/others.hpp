#pragma once
// What somebody else than the operator does in a run. Each does nothing if the object does not exist. The run
// must outlive the call.

#include "testkit/sim/point.hpp"
#include "testkit/story/story_run.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace story {

awaitable<void> delete_object(story_run& r, sim::point of);
// Deletes it, waits until it is gone, at most `limit`, and creates it as it was, with a new UID and without a
// status.
awaitable<void> recreate_object(story_run& r, sim::point of, duration limit);
// Changes a field of its spec or data that the operator has set. Returns whether there is one.
awaitable<bool> change_field(story_run& r, sim::point of);
// Changes a field of its spec and changes it back.
awaitable<void> change_spec_and_back(story_run& r, sim::point of);
// Sends a merge patch, and returns the status of the response.
awaitable<int> patch_object(story_run& r, std::string path, std::string patch);

}}}  // namespace setpoint::v0::story
