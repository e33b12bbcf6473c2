// Signatures of JSON web tokens (RFC 7518, section 3).

#include "apiserver/resources/web_key.hpp"
#include "apiserver/resources/web_key_numbers.hpp"
#include "framework/http/tls_context.hpp"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <array>
#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using digest_ptr = std::unique_ptr<EVP_MD_CTX, http::openssl_free<EVP_MD_CTX_free>>;
using signature_ptr = std::unique_ptr<ECDSA_SIG, http::openssl_free<ECDSA_SIG_free>>;

const unsigned char* octets(std::string_view s) {
    return reinterpret_cast<const unsigned char*>(s.data());
}

// By the last three characters of an algorithm's name.
const EVP_MD* digest_of(std::string_view algorithm) {
    if (algorithm.ends_with("256")) return EVP_sha256();
    if (algorithm.ends_with("384")) return EVP_sha384();
    return algorithm.ends_with("512") ? EVP_sha512() : nullptr;
}

// Both halves, of the same size, as OpenSSL encodes them.
std::string der_of(std::string_view halves) {
    const int size = static_cast<int>(halves.size() / 2);
    const signature_ptr pair(ECDSA_SIG_new());
    BIGNUM* const r = BN_bin2bn(octets(halves), size, nullptr);
    BIGNUM* const s = BN_bin2bn(octets(halves) + size, size, nullptr);
    // The pair takes both, unless it fails.
    if (!pair || ECDSA_SIG_set0(pair.get(), r, s) != 1) {
        BN_free(r);
        BN_free(s);
        return {};
    }
    unsigned char* bytes = nullptr;
    const int length = i2d_ECDSA_SIG(pair.get(), &bytes);
    if (length <= 0) return {};
    std::string out(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
    OPENSSL_free(bytes);
    return out;
}

std::string halves_of(const std::string& der, std::size_t size) {
    const unsigned char* at = octets(der);
    const signature_ptr pair(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
    if (!pair) return {};
    std::string out(2 * size, '\0');
    auto* const to = reinterpret_cast<unsigned char*>(out.data());
    if (BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), to, static_cast<int>(size)) < 0 ||
        BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), to + size, static_cast<int>(size)) < 0)
        return {};
    return out;
}

bool pads_as(EVP_PKEY_CTX* to, std::string_view algorithm) {
    if (algorithm.starts_with("RS")) return EVP_PKEY_CTX_set_rsa_padding(to, RSA_PKCS1_PADDING) == 1;
    if (!algorithm.starts_with("PS")) return true;
    return EVP_PKEY_CTX_set_rsa_padding(to, RSA_PKCS1_PSS_PADDING) == 1 &&
           EVP_PKEY_CTX_set_rsa_pss_saltlen(to, RSA_PSS_SALTLEN_AUTO) == 1;
}

// Whether keys that sign with `own` may verify `wanted`.
bool fits(std::string_view own, std::string_view wanted) {
    if (own != "RS256") return own == wanted;
    for (const std::string_view each : {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
        if (each == wanted) return true;
    return false;
}

}  // namespace

std::string web_key::sign(std::string_view text) const {
    const digest_ptr ctx(EVP_MD_CTX_new());
    std::size_t size = 0;
    std::string out;
    bool done = ctx &&
                EVP_DigestSignInit(ctx.get(), nullptr, digest_of(algorithm_), nullptr, key_.get()) == 1 &&
                EVP_DigestSign(ctx.get(), nullptr, &size, octets(text), text.size()) == 1;
    if (done) {
        out.resize(size);
        auto* const to = reinterpret_cast<unsigned char*>(out.data());
        done = EVP_DigestSign(ctx.get(), to, &size, octets(text), text.size()) == 1;
        out.resize(size);
    }
    const ec_curve* const curve = curve_of_algorithm(algorithm_);
    if (done && curve) out = halves_of(out, curve->bytes);
    if (!done || out.empty()) throw fault(errc::failed, "cannot sign a token: " + http::take_openssl_error());
    return out;
}

bool web_key::verifies(std::string_view algorithm, std::string_view text, std::string_view signature) const {
    if (!fits(algorithm_, algorithm) || signature.empty()) return false;
    std::string encoded(signature);
    if (const ec_curve* const curve = curve_of_algorithm(algorithm_)) {
        if (signature.size() != 2 * curve->bytes) return false;
        encoded = der_of(signature);
    }
    const digest_ptr ctx(EVP_MD_CTX_new());
    EVP_PKEY_CTX* padding = nullptr;
    const bool verified =
        ctx && EVP_DigestVerifyInit(ctx.get(), &padding, digest_of(algorithm), nullptr, key_.get()) == 1 &&
        pads_as(padding, algorithm) &&
        EVP_DigestVerify(ctx.get(), octets(encoded), encoded.size(), octets(text), text.size()) == 1;
    ERR_clear_error();
    return verified;
}

}}}  // namespace setpoint::v0::apiserver
