#pragma once
// What the server itself has to say about writes: namespaces, and definitions of custom resources.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// Nothing is created in a namespace that is missing or goes away; some may not be deleted.
void add_namespace_rules(world& w);
// Definitions come to be served, and what they defined goes with them.
void add_definition_rules(world& w);

}  // namespace setpoint::apiserver
