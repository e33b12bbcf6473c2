#pragma once
// TLS for clients and servers: 1.2 or later, AEAD ciphers with forward secrecy, no renegotiation,
// verified peers.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

struct tls_settings {
    // The PEM certificates to trust, exclusively. As in Go, an intermediate or the server's own
    // certificate is accepted. Empty: the system's store, which needs over a megabyte of memory.
    std::string ca_pem;
    // PEM: the client's certificate, then its intermediates. Both empty: none.
    std::string client_cert_pem;
    secret client_key_pem;
    // The name or IP address that the server's certificate must be for; empty: the host that is
    // connected to.
    std::string server_name;
    // Accepts any certificate, so that anyone on the network path can read and change everything.
    bool insecure_skip_verify = false;
    // Trusts the system's store in addition to ca_pem.
    bool also_system = false;
};

// Immutable and shared by connections; a connection keeps the one it was opened with. To change
// credentials, create a new one.
// Making one parses all certificates, which is slow with the system's store: keep it.
class tls_context;
using tls_context_ptr = std::shared_ptr<const tls_context>;

// The client's certificate must be valid at `now`. Errors: bad_config; the message starts with the
// invalid input, "certificate-authority", "client-certificate" or "client-key", and contains
// nothing of a key.
result<tls_context_ptr> make_client_tls(const tls_settings& settings, wall_time now);

// `cert_pem`: the server's certificate, then its intermediates. Errors: as above, with
// "certificate", "key" and "client-ca". An expired certificate is accepted: the clients decide.
// `client_ca_pem`: if it is not empty, only clients with a certificate that one of these CAs issued
// are let in.
result<tls_context_ptr> make_server_tls(std::string_view cert_pem, const secret& key_pem,
                                        std::string_view client_ca_pem = {});

}}}  // namespace setpoint::v0::http
