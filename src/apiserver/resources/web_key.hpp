#pragma once
// Keys of JSON web tokens (RFC 7517, 7518), as go-jose and Kubernetes use them: RSA, and EC on P-256, P-384
// and P-521.

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct evp_pkey_st;

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Immutable; copies share the key.
class web_key {
public:
    // EC on P-256: made in a tenth of a millisecond. Throws fault: failed if OpenSSL cannot.
    static web_key generate();
    // A private key in PEM: PKCS#1, PKCS#8 or SEC1. Errors: bad_config, which tell nothing of the key.
    static result<web_key> read_private(const setpoint::secret& pem);
    // All public keys in PEM: those of certificates and of private keys too, as keyutil.ParsePublicKeysPEM
    // reads them. Other blocks are skipped. Errors: bad_config if there is none.
    static result<std::vector<web_key>> read_public(std::string_view pem);
    // Nothing for a key that is symmetric, private, of another kind, or invalid. Its id is that of the
    // document.
    static std::optional<web_key> from_json(const bj::object& key);

    // The SHA-256 of the public key (keyIDFromPublicKey), or what from_json() found.
    const std::string& id() const { return id_; }
    // What Kubernetes signs with: RS256, ES256, ES384 or ES512.
    std::string_view algorithm() const { return algorithm_; }

    // The signature in bytes, with algorithm(). Precondition: a private key. Throws fault: failed.
    std::string sign(std::string_view text) const;
    // With RS*, PS* or ES* of 256, 384 or 512; false for one that does not belong to the key.
    bool verifies(std::string_view algorithm, std::string_view text, std::string_view signature) const;

    // The public key, in the order of go-jose.
    bj::object to_json() const;
    // A private key in PKCS#8.
    setpoint::secret to_pem() const;

private:
    using key_ptr = std::shared_ptr<evp_pkey_st>;
    static std::optional<web_key> of(key_ptr key);
    web_key(key_ptr key, std::string_view algorithm) : key_(std::move(key)), algorithm_(algorithm) {}

    key_ptr key_;
    std::string_view algorithm_;  // a literal
    std::string id_{};
};

}}}  // namespace setpoint::v0::apiserver
