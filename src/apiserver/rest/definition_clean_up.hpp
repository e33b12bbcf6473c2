#pragma once
// What goes with a CustomResourceDefinition that is deleted: first its objects, one by one, then itself
// (apiextensions-apiserver, pkg/controller/finalizer).

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

inline constexpr std::string_view definitions_storage = "customresourcedefinitions.apiextensions.k8s.io";
// Of definitions: their objects have to go first.
inline constexpr std::string_view clean_up_finalizer = "customresourcecleanup.apiextensions.k8s.io";

// "foos.example.com" of the definition of that name: the collection of its objects.
std::string storage_of_definition(const bj::object& definition);

// Deletes the objects of a definition that is marked for deletion, some in each turn, and then lets go of it;
// objects with finalizers keep it until they are gone. Nothing happens when it is not there or not marked. A
// cancellation does not end it, since nobody else would go on: it ends early when the server stops.
awaitable<void> clean_up_definition(world_ptr w, object_key definition);
// To be called when an object of that collection is gone: if it was the last that its definition waited for,
// the definition goes, too.
void definition_lost_object(world& w, const resource& of);

}  // namespace setpoint::apiserver
