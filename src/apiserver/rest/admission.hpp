#pragma once
// The server's own admission steps: namespaces, and definitions of custom resources.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// Rejects creates in a namespace that is missing or terminating, and deletes of the protected
// namespaces.
void add_namespace_rules(world& w);
// Serves stored definitions, and stops serving deleted ones.
void add_definition_rules(world& w);

}  // namespace setpoint::apiserver
