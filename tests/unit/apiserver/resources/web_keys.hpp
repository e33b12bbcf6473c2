#pragma once
// Keys for tests, made by OpenSSL's own constructors.

#include "apiserver/resources/web_key.hpp"
#include "framework/http/tls_context.hpp"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <memory>
#include <string>

namespace test_keys {

using key_ptr = setpoint::http::pkey_ptr;
using bio_ptr = std::unique_ptr<BIO, setpoint::http::openssl_free<BIO_free>>;

inline std::string text_in(BIO* from) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(from, &data);
    return {data, static_cast<std::size_t>(size)};
}
inline std::string private_pem(const key_ptr& key) {
    const bio_ptr to(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey_traditional(to.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return text_in(to.get());
}
inline std::string public_pem(const key_ptr& key) {
    const bio_ptr to(BIO_new(BIO_s_mem()));
    PEM_write_bio_PUBKEY(to.get(), key.get());
    return text_in(to.get());
}
inline key_ptr ec(const char* curve) {
    return key_ptr(EVP_EC_gen(curve));
}
inline key_ptr rsa(unsigned bits = 2048) {
    return key_ptr(EVP_RSA_gen(bits));
}
inline setpoint::apiserver::web_key read(const key_ptr& key) {
    return *setpoint::apiserver::web_key::read_private(setpoint::secret(private_pem(key)));
}

}  // namespace test_keys
