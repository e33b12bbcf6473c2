#pragma once
// Reads the certificates of a TLS client.

#include "setpoint/http/peer.hpp"

#include <openssl/ssl.h>

#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

// After the handshake of a server; null if the client presented no certificate.
std::shared_ptr<const peer_certificates> certificates_of_peer(const SSL* connection);

}}}  // namespace setpoint::v0::http
