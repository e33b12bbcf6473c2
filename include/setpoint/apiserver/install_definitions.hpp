#pragma once
// CustomResourceDefinitions of files for an embedded API server, before the first request that needs them.

#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/core/loop.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class server;

// Creates or updates CustomResourceDefinitions, in this order, by requests of an administrator. Returns their
// names when all are established. Errors: invalid, with the place of the definition and the server's reason;
// those before it are installed.
awaitable<result<std::vector<std::string>>> install_definitions(server& to,
                                                                std::vector<snapshot_object> definitions);
bool is_definition(const snapshot_object& o);

}}}  // namespace setpoint::v0::apiserver
