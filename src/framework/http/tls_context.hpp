#pragma once
// The implementation of tls_context, and smart pointers for OpenSSL.

#include "setpoint/http/tls.hpp"

#include <openssl/ssl.h>

#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace http {

template <auto Free>
struct openssl_free {
    template <class T>
    void operator()(T* p) const noexcept {
        Free(p);
    }
};
using ssl_ctx_ptr = std::unique_ptr<SSL_CTX, openssl_free<SSL_CTX_free>>;
using ssl_ptr = std::unique_ptr<SSL, openssl_free<SSL_free>>;
using x509_ptr = std::unique_ptr<X509, openssl_free<X509_free>>;
using pkey_ptr = std::unique_ptr<EVP_PKEY, openssl_free<EVP_PKEY_free>>;

class tls_context {
public:
    ssl_ctx_ptr ctx;
    std::string server_name;  // clients only
    bool verify = true;       // clients only
    bool server = false;
};

// Returns the newest error of this thread's OpenSSL queue as text and clears the queue.
std::string take_openssl_error();

}}}  // namespace setpoint::v0::http
