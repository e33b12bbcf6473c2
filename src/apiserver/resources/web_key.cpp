#include "apiserver/resources/web_key.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/web_key_numbers.hpp"
#include "apiserver/resources/web_token.hpp"
#include "framework/http/tls_context.hpp"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include <array>
#include <limits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using bio_ptr = std::unique_ptr<BIO, http::openssl_free<BIO_free>>;
using key_ptr = std::shared_ptr<EVP_PKEY>;

// Files of keys, and smaller ones than Go accepts.
constexpr std::size_t longest_pem = 1024 * 1024;
constexpr int least_rsa_bits = 1024, most_rsa_bits = 8192;

int no_passphrase(char*, int, int, void*) {
    return -1;
}

bio_ptr reader_of(std::string_view text) {
    return bio_ptr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

key_ptr shared(EVP_PKEY* key) {
    return {key, [](EVP_PKEY* k) { EVP_PKEY_free(k); }};
}

// "" for a key that cannot sign tokens.
std::string_view algorithm_of(const EVP_PKEY* key) {
    if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) {
        const int bits = EVP_PKEY_get_bits(key);
        return bits >= least_rsa_bits && bits <= most_rsa_bits ? "RS256" : "";
    }
    if (EVP_PKEY_get_base_id(key) != EVP_PKEY_EC) return {};
    std::array<char, 32> name{};
    if (EVP_PKEY_get_group_name(key, name.data(), name.size(), nullptr) != 1) return {};
    const ec_curve* const curve = curve_of_group(name.data());
    return curve == nullptr ? "" : curve->algorithm;
}

std::string der_of(EVP_PKEY* key) {
    // Go writes points uncompressed.
    if (EVP_PKEY_get_base_id(key) == EVP_PKEY_EC)
        EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "uncompressed");
    unsigned char* bytes = nullptr;
    const int size = i2d_PUBKEY(key, &bytes);
    if (size <= 0) return {};
    std::string out(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    OPENSSL_free(bytes);
    return out;
}

key_ptr public_key_in(const unsigned char* data, long size) {
    const unsigned char* at = data;
    if (key_ptr key = shared(d2i_PUBKEY(nullptr, &at, size))) return key;
    at = data;
    if (const http::x509_ptr cert{d2i_X509(nullptr, &at, size)}) return shared(X509_get_pubkey(cert.get()));
    at = data;
    return shared(d2i_AutoPrivateKey(nullptr, &at, size));
}

}  // namespace

std::optional<web_key> web_key::of(key_ptr key) {
    if (!key) return std::nullopt;
    const std::string_view algorithm = algorithm_of(key.get());
    if (algorithm.empty()) return std::nullopt;
    const std::string der = der_of(key.get());
    if (der.empty()) return std::nullopt;
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(der.data()), der.size(), digest.data());
    web_key out(std::move(key), algorithm);
    out.id_ = base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
    return out;
}

web_key web_key::generate() {
    auto made = of(shared(EVP_EC_gen("P-256")));
    if (!made) throw fault(errc::failed, "cannot make a key: " + http::take_openssl_error());
    return std::move(*made);
}

result<web_key> web_key::read_private(const secret& pem) {
    const std::string_view text = pem.reveal();
    if (text.size() > longest_pem) return error(errc::bad_config, "a private key is shorter than 1 MiB");
    const bio_ptr in = reader_of(text);
    auto made = of(shared(PEM_read_bio_PrivateKey(in.get(), nullptr, no_passphrase, nullptr)));
    ERR_clear_error();
    if (!made) return error(errc::bad_config, "data does not contain a valid RSA or ECDSA private key");
    return std::move(*made);
}

result<std::vector<web_key>> web_key::read_public(std::string_view pem) {
    std::vector<web_key> out;
    if (pem.size() > longest_pem) return error(errc::bad_config, "public keys are shorter than 1 MiB");
    const bio_ptr in = reader_of(pem);
    for (;;) {
        char *name = nullptr, *header = nullptr;
        unsigned char* data = nullptr;
        long size = 0;
        if (PEM_read_bio(in.get(), &name, &header, &data, &size) != 1) break;
        auto made = of(public_key_in(data, size));
        OPENSSL_free(name);
        OPENSSL_free(header);
        OPENSSL_clear_free(data, static_cast<std::size_t>(size));
        if (made) out.push_back(std::move(*made));
    }
    ERR_clear_error();
    if (out.empty())
        return error(errc::bad_config, "data does not contain any valid RSA or ECDSA public keys");
    return out;
}

std::optional<web_key> web_key::from_json(const bj::object& key) {
    if (value_at(key, "d") != nullptr || value_at(key, "k") != nullptr) return std::nullopt;
    auto made = of(shared(public_key_of_json(key)));
    ERR_clear_error();
    if (made) made->id_ = text_at(key, "kid");
    return made;
}

bj::object web_key::to_json() const {
    bj::object out{{"use", "sig"}};
    const ec_curve* const curve = curve_of_algorithm(algorithm_);
    out["kty"] = curve ? "EC" : "RSA";
    out["kid"] = id_;
    if (curve) out["crv"] = curve->name;
    out["alg"] = algorithm_;
    if (curve) {
        out["x"] = base64url_encode(key_number(key_.get(), OSSL_PKEY_PARAM_EC_PUB_X, curve->bytes));
        out["y"] = base64url_encode(key_number(key_.get(), OSSL_PKEY_PARAM_EC_PUB_Y, curve->bytes));
    } else {
        out["n"] = base64url_encode(key_number(key_.get(), OSSL_PKEY_PARAM_RSA_N, 0));
        out["e"] = base64url_encode(key_number(key_.get(), OSSL_PKEY_PARAM_RSA_E, 0));
    }
    return out;
}

secret web_key::to_pem() const {
    const bio_ptr to(BIO_new(BIO_s_secmem()));
    if (!to ||
        PEM_write_bio_PKCS8PrivateKey(to.get(), key_.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
        throw fault(errc::failed, "cannot write a key: " + http::take_openssl_error());
    char* data = nullptr;
    const long size = BIO_get_mem_data(to.get(), &data);
    return secret(std::string(data, static_cast<std::size_t>(size)));
}

}}}  // namespace setpoint::v0::apiserver
