#pragma once
// Status that the server itself writes.

#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Stores `next`, an object whose status differs from that of `live`. `manager`: the field manager that the
// controller of the real server has. Must not be called while `live` is being written.
void keep_status(server_state& w, const resource& r, const object_key& key, bj::object next,
                 const bj::object& live, std::string_view manager);

}}}  // namespace setpoint::v0::apiserver
