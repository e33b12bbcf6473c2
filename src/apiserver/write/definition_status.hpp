#pragma once
// The status that the server itself writes to CustomResourceDefinitions.

#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Sets the condition Terminating, with `status` "True" or "False".
void set_terminating(const server_state& w, bj::object& definition, std::string_view status,
                     std::string_view reason, std::string_view message);
// Stores `next`, a definition whose status differs from that of `live`. The field manager is
// kube-apiserver, as for the controllers of the real server. `r`: of definitions.
void keep_definition_status(server_state& w, const resource& r, const object_key& key, bj::object next,
                            const bj::object& live);

// Serves the resources of stored definitions, and stops when they are deleted. Call once.
void serve_definitions(server_state& w);

}}}  // namespace setpoint::v0::apiserver
