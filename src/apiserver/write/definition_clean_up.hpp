#pragma once
// Deletes a CustomResourceDefinition: first its objects, one by one, then itself
// (apiextensions-apiserver, pkg/controller/finalizer).

#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Put on definitions whose objects must be deleted first.
inline constexpr std::string_view clean_up_finalizer = "customresourcecleanup.apiextensions.k8s.io";

// "foos.example.com" for the definition of that name: the collection of its objects.
std::string storage_of_definition(const bj::object& definition);

// Deletes the objects of a definition that is marked for deletion, in slices, and then
// removes the finalizer. Objects with finalizers delay it until they are gone. Does nothing if the
// definition is missing or not marked. A cancellation does not end it, since no other task would
// continue; it ends early when the server stops.
awaitable<void> clean_up_definition(server_state_ptr w, object_key definition);
// Call after an object of that collection was removed: if it was the last one of a definition being
// deleted, this deletes the definition.
void definition_lost_object(server_state& w, const resource& of);

}}}  // namespace setpoint::v0::apiserver
