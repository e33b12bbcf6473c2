#pragma once
// The request of `setpoint snapshot restore`, which no kube-apiserver has: POST of a snapshot's text. With
// access control, its sender needs the right to post to this path.

#include "apiserver/state/server_state.hpp"
#include "setpoint/http/server.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view restore_path = "/setpoint/snapshot";

// Answers with {"objects": N, "warnings": [...]}, or with a Status; nothing has changed then.
http::response restore_snapshot(server_state& w, const http::server_request& r);

}}}  // namespace setpoint::v0::apiserver
