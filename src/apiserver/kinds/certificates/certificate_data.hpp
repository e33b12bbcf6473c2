#pragma once
// Certificates, requests and their keys in DER, as Go's crypto/x509 reads them.

#include <openssl/evp.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct certificate_data {
    bool is_authority = false;
    std::chrono::sys_seconds not_before{}, not_after{};
    std::vector<std::string> dns_names{}, mail_addresses{};
    std::shared_ptr<EVP_PKEY> key{};  // null: of an unknown algorithm
};
// x509.ParseCertificate; nothing for an error.
std::optional<certificate_data> parse_certificate(std::string_view der);

enum class key_algorithm : std::uint8_t { ed25519, ecdsa, rsa, other };

struct certificate_request_data {
    std::shared_ptr<EVP_PKEY> key{};  // null if the algorithm is `other`
    key_algorithm algorithm = key_algorithm::other;
    std::string curve{};     // of ECDSA: "P-256"
    int modulus_bits = 0;    // of RSA, in whole bytes
    bool is_signed = false;  // by this key
};
// x509.ParseCertificateRequest; nothing for an error.
std::optional<certificate_request_data> parse_certificate_request(std::string_view der);

}}}  // namespace setpoint::v0::apiserver
