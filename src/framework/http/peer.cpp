#include "framework/http/peer.hpp"

#include <openssl/err.h>
#include <openssl/x509.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// Empty if OpenSSL is out of memory.
std::string der_of(X509* cert) {
    const int size = i2d_X509(cert, nullptr);
    if (size <= 0) return {};
    std::string out(static_cast<std::size_t>(size), '\0');
    auto* to = reinterpret_cast<unsigned char*>(out.data());
    if (i2d_X509(cert, &to) != size) return {};
    return out;
}

}  // namespace

std::shared_ptr<const peer_certificates> certificates_of_peer(const SSL* connection) {
    X509* const own = SSL_get0_peer_certificate(connection);
    if (own == nullptr) return nullptr;
    auto out = std::make_shared<peer_certificates>();
    out->chain.push_back(der_of(own));
    // For a server the chain does not repeat the client's own certificate.
    STACK_OF(X509)* const others = SSL_get_peer_cert_chain(connection);
    for (int i = 0; i < sk_X509_num(others); ++i) out->chain.push_back(der_of(sk_X509_value(others, i)));
    for (const std::string& der : out->chain)
        if (der.empty()) {
            ERR_clear_error();
            return nullptr;
        }
    return out;
}

}}}  // namespace setpoint::v0::http
