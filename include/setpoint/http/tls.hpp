#pragma once
// TLS for clients and servers: 1.2 or later, AEAD ciphers with forward secrecy, no renegotiation, peers
// verified.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace setpoint::http {

struct tls_settings {
    // PEM certificates to trust, one or more, and no others: also an intermediate or the server's own
    // certificate may be one, as in Go. Empty: the system's store, which costs over a megabyte of memory.
    std::string ca_pem;
    // PEM; the client's certificate first, then those between it and its CA. Both empty: none.
    std::string client_cert_pem;
    secret client_key_pem;
    // Name or IP address that the server's certificate must be for; empty: the host connected to.
    std::string server_name;
    // Accepts any certificate. Anybody on the way can then read and change everything.
    bool insecure_skip_verify = false;
    // Trusts the system's store as well as ca_pem.
    bool also_system = false;
};

// Made once and shared by connections; a connection keeps the one it was opened with. To change credentials,
// make a new one.
class tls_context;
using tls_context_ptr = std::shared_ptr<const tls_context>;

// `now`: the client's certificate must be valid then. Error: bad_config; the message begins with the input
// that is wrong: "certificate-authority", "client-certificate" or "client-key", and holds nothing of a key.
result<tls_context_ptr> make_client_tls(const tls_settings& settings, wall_time now);

// `cert_pem`: the server's certificate, then those between it and its CA. Error: as above, with "certificate"
// and "key". An expired certificate is accepted, since clients may have reasons to.
result<tls_context_ptr> make_server_tls(std::string_view cert_pem, const secret& key_pem);

}  // namespace setpoint::http
