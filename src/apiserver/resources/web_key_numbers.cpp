#include "apiserver/resources/web_key_numbers.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/web_token.hpp"
#include "framework/http/tls_context.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using bignum_ptr = std::unique_ptr<BIGNUM, http::openssl_free<BN_free>>;
using build_ptr = std::unique_ptr<OSSL_PARAM_BLD, http::openssl_free<OSSL_PARAM_BLD_free>>;
using params_ptr = std::unique_ptr<OSSL_PARAM, http::openssl_free<OSSL_PARAM_free>>;
using context_ptr = std::unique_ptr<EVP_PKEY_CTX, http::openssl_free<EVP_PKEY_CTX_free>>;

constexpr std::array<ec_curve, 3> curves{{{"P-256", "prime256v1", "ES256", 32},
                                          {"P-384", "secp384r1", "ES384", 48},
                                          {"P-521", "secp521r1", "ES512", 66}}};
constexpr std::size_t longest_modulus = 1024;  // bytes
constexpr std::size_t longest_exponent = 4;    // as in Go

const ec_curve* found(decltype(curves)::const_iterator at) {
    return at == curves.end() ? nullptr : &*at;
}

const unsigned char* unsigned_bytes(const std::string& s) {
    return reinterpret_cast<const unsigned char*>(s.data());
}

EVP_PKEY* public_key(const char* type, OSSL_PARAM_BLD* parts) {
    const params_ptr params(OSSL_PARAM_BLD_to_param(parts));
    const context_ptr ctx(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
    EVP_PKEY* out = nullptr;
    if (!params || !ctx || EVP_PKEY_fromdata_init(ctx.get()) != 1 ||
        EVP_PKEY_fromdata(ctx.get(), &out, EVP_PKEY_PUBLIC_KEY, params.get()) != 1)
        return nullptr;
    return out;
}

EVP_PKEY* rsa_key(const bj::object& key) {
    const auto n = base64url_decode(text_at(key, "n")), e = base64url_decode(text_at(key, "e"));
    if (!n || !e || n->empty() || e->empty() || n->size() > longest_modulus || e->size() > longest_exponent)
        return nullptr;
    const bignum_ptr modulus(BN_bin2bn(unsigned_bytes(*n), static_cast<int>(n->size()), nullptr));
    const bignum_ptr exponent(BN_bin2bn(unsigned_bytes(*e), static_cast<int>(e->size()), nullptr));
    if (!modulus || !exponent || BN_is_odd(modulus.get()) == 0 || BN_is_odd(exponent.get()) == 0 ||
        BN_is_one(exponent.get()) == 1)
        return nullptr;
    const build_ptr parts(OSSL_PARAM_BLD_new());
    if (!parts || OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) != 1)
        return nullptr;
    return public_key("RSA", parts.get());
}

EVP_PKEY* ec_key(const bj::object& key) {
    const ec_curve* const curve = found(std::ranges::find(curves, text_at(key, "crv"), &ec_curve::name));
    const auto x = base64url_decode(text_at(key, "x")), y = base64url_decode(text_at(key, "y"));
    if (curve == nullptr || !x || !y || x->size() != curve->bytes || y->size() != curve->bytes)
        return nullptr;
    const std::string point = "\x04" + *x + *y;  // uncompressed
    const build_ptr parts(OSSL_PARAM_BLD_new());
    if (!parts ||
        OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve->group, 0) != 1 ||
        OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) !=
            1)
        return nullptr;
    return public_key("EC", parts.get());
}

}  // namespace

const ec_curve* curve_of_group(std::string_view name) {
    return found(std::ranges::find(curves, name, &ec_curve::group));
}

const ec_curve* curve_of_algorithm(std::string_view algorithm) {
    return found(std::ranges::find(curves, algorithm, &ec_curve::algorithm));
}

std::string key_number(const EVP_PKEY* key, const char* name, std::size_t bytes) {
    BIGNUM* read = nullptr;
    if (EVP_PKEY_get_bn_param(key, name, &read) != 1) return {};
    const bignum_ptr number(read);
    const std::size_t size = std::max(bytes, static_cast<std::size_t>(BN_num_bytes(number.get())));
    std::string out(size, '\0');
    BN_bn2binpad(number.get(), reinterpret_cast<unsigned char*>(out.data()), static_cast<int>(size));
    return out;
}

EVP_PKEY* public_key_of_json(const bj::object& key) {
    const std::string_view kind = text_at(key, "kty");
    if (kind == "RSA") return rsa_key(key);
    return kind == "EC" ? ec_key(key) : nullptr;
}

}}}  // namespace setpoint::v0::apiserver
