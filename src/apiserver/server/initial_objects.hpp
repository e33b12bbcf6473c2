#pragma once
// What is there before anybody asks: namespaces, and the API's own service.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// Throws std::logic_error when one is refused: a fault of ours.
void add_initial_objects(world& w);

}  // namespace setpoint::apiserver
