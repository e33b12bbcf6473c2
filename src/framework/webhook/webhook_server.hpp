#pragma once
// The HTTPS server of the webhooks: routes requests, checks the caller, and picks a certificate for
// each connection.

#include "framework/webhook/admission_endpoints.hpp"
#include "framework/webhook/conversion_endpoint.hpp"

#include <functional>

namespace setpoint { inline namespace v0 {

// Requests of the API server are at most 3 MiB of object, twice, and the review around them;
// controller-runtime has the same limit.
inline constexpr std::size_t max_review = 7 * 1024 * 1024;
// Connections, and so requests at a time.
inline constexpr std::size_t max_webhook_connections = 64;

struct webhook_server_options {
    http::listen_address at;
    std::string flag;                            // in the error if the address is in use
    std::function<http::tls_context_ptr()> tls;  // for each connection; empty: plain HTTP, for tests
    // Who may call: an error is answered with its HTTP status (401 if it has none). Empty: everyone
    // whom TLS lets in.
    std::function<awaitable<result<>>(const http::server_request&)> authenticate;
};

// Returns the handler of the server; both references must outlive it.
http::server::handler webhook_handler(
    admission_endpoints& admission, conversion_endpoint& conversion,
    std::function<awaitable<result<>>(const http::server_request&)> authenticate);

http::server_options server_options_for(webhook_server_options o);

}}  // namespace setpoint::v0
