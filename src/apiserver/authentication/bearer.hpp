#pragma once
// Bearer tokens in the header Authorization, and as a subprotocol of WebSockets (apiserver,
// pkg/authentication/request: bearertoken, websocket).

#include "apiserver/authentication/authenticator.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// A token that `tokens` does not know is refused: "invalid bearer token". `tokens` must outlive it.
class bearer_authenticator : public authenticator {
public:
    explicit bearer_authenticator(const token_authenticator& tokens) : tokens_(tokens) {}
    verdict authenticate(const credentials& c) const override;

private:
    const token_authenticator& tokens_;
};

// "base64url.bearer.authorization.k8s.io.TOKEN" in Sec-WebSocket-Protocol, for browsers, which cannot set
// headers. Another protocol must be offered, because the server must not choose this one.
class websocket_authenticator : public authenticator {
public:
    explicit websocket_authenticator(const token_authenticator& tokens) : tokens_(tokens) {}
    verdict authenticate(const credentials& c) const override;

private:
    const token_authenticator& tokens_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
