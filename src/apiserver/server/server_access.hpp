#pragma once
// The state of a server, for test kits that observe it.

#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/server.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct server_access {
    // Valid as long as the server.
    static server_state& state(server& of);
};

}}}  // namespace setpoint::v0::apiserver
