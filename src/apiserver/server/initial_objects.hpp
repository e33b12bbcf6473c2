#pragma once
// Objects that exist from the start: namespaces, and the API's own Service.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// Throws std::logic_error if one is rejected: a bug in this server.
void add_initial_objects(server_state& w);

}  // namespace setpoint::apiserver
