#pragma once
// Certificates that clients present to a server, and TLS contexts of servers that ask for them without
// requiring one: whoever handles a request decides what the certificate is good for.

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/tls.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

// Nothing is verified, except that the client holds the key of the first certificate.
struct peer_certificates {
    // DER: the client's own certificate, then the others that it sent, in its order. Never empty.
    std::vector<std::string> chain;
};

// Like make_server_tls(), but each request carries the client's certificates, if it presents any, as
// `peer`. Clients are let in with any certificate or none. `ca_names_pem`: CAs in PEM whose names clients
// are sent, so that they can choose between their certificates; empty: none. Errors: those of
// make_server_tls().
result<tls_context_ptr> make_asking_server_tls(std::string_view cert_pem, const secret& key_pem,
                                               std::string_view ca_names_pem = {});

}}}  // namespace setpoint::v0::http
