#pragma once
// Objects that exist from the start: namespaces, and the API's own Service.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::inline v0::apiserver {

// Throws std::logic_error if one is rejected: a bug in this server.
void add_initial_objects(server_state& w);
// The roles, bindings, APIServices, flow schemas, priority levels and the ServiceCIDR of
// server_options::bootstrap_objects, from tables/initial_objects.json (script/builtin-objects). APIServices
// then follow the definitions.
void add_bootstrap_objects(server_state& w);
// Stores a complete object of the server's own, which needs no validation.
void keep_unvalidated(server_state& w, const resource& r, bj::object o);
// Keeps an IPAddress for the cluster IP of each Service, as the real server's allocator does. Call after
// a Service was stored; `before` and `now` are null if it was created or removed.
void follow_service(server_state& w, const bj::object* before, const bj::object* now);

}  // namespace setpoint::inline v0::apiserver
