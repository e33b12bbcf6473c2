#pragma once
// The WebSocket handshake (RFC 6455, 4.2), as golang.org/x/net/websocket implements it, which a
// real API server uses: watches of browsers and of fabric8's Java client start with it. No I/O.

#include "setpoint/http/server.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace http {

// Whether the client requests a WebSocket. Requests for other protocols are served as if they were
// not upgrades.
bool is_websocket_request(const server_request& r);

// The value of Sec-WebSocket-Accept for the client's key; "" if it cannot be computed.
std::string websocket_accept(std::string_view key);

struct handshake {
    bool accepted = false;
    // The head of a 101 response, or the complete rejection, after which the connection ends.
    std::string answer;
};

// Precondition: is_websocket_request(). The client must send its origin and at most one
// subprotocol, which is always accepted. Subprotocols that carry a bearer token
// (base64url.bearer.authorization.k8s.io.) do not count and are never sent back.
handshake answer_handshake(const server_request& r);

}}}  // namespace setpoint::v0::http
