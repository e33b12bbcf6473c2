#pragma once
// The handshake of a WebSocket (RFC 6455, 4.2), answered as golang.org/x/net/websocket does, which a real API
// server has: watches of browsers and of fabric8's client for Java begin with it. No I/O.

#include "setpoint/http/server.hpp"

#include <string>

namespace setpoint::http {

// Whether the client wants to go on in frames. Offers of any other protocol are no concern of ours: such a
// request is served as if they were not there.
bool is_websocket_request(const server_request& r);

struct handshake {
    bool accepted = false;
    // The head of 101, or the whole refusal; the connection ends after that.
    std::string answer;
};

// Of a GET that is_websocket_request(). The client names its origin, and at most one subprotocol, which is
// taken whatever it is. Subprotocols that carry a bearer token (base64url.bearer.authorization.k8s.io.) do
// not count and are never sent back.
handshake answer_handshake(const server_request& r);

}  // namespace setpoint::http
