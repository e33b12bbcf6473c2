#pragma once
// Responds to a request for exec with the result of a command, over the protocols of remote commands: over a
// WebSocket (v5.channel.k8s.io, v4.channel.k8s.io), as most clients use, and over SPDY/3.1 (v4), as client-go
// does.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace story {

struct exec_result {
    std::string out, err;
    int exit_code = 0;
    bool is_cut = false;  // the connection ends after the output, without an exit code
    duration after{};     // how long it takes
};

// `l` must outlive the connection. Errors: 400 if the request asks for none of these protocols, or is an
// invalid handshake.
apiserver::api_result<http::response> exec_response(loop& l, const http::server_request& r,
                                                    exec_result result);

// The status of a command on the channel for errors, as JSON.
std::string exec_status(int exit_code);

}}}  // namespace setpoint::v0::story
