#pragma once
// Certificates and keys made when a test runs: nothing secret or expiring is kept in the source tree.

#include "setpoint/core/clock.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

struct test_cert {
    std::string cert_pem, key_pem;
};

struct cert_request {
    std::string common_name = "test";
    std::vector<std::string> names;  // as OpenSSL writes them: "DNS:example.com", "IP:127.0.0.1"
    wall_time not_before = wall_time(std::chrono::sys_days(std::chrono::year(2020) / 1 / 1));
    wall_time not_after = wall_time(std::chrono::sys_days(std::chrono::year(2090) / 1 / 1));
    bool ca = false;
};

namespace detail {

inline std::string pem_text(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    std::string text(data, static_cast<std::size_t>(size));
    BIO_free(bio);
    return text;
}

inline time_t seconds_of(wall_time t) {
    return std::chrono::floor<std::chrono::seconds>(t.time_since_epoch()).count();
}

inline void add_extension(X509* cert, X509* issuer, int nid, const std::string& value) {
    X509V3_CTX ctx;
    X509V3_set_ctx(&ctx, issuer, cert, nullptr, nullptr, 0);
    X509_EXTENSION* e = X509V3_EXT_conf_nid(nullptr, &ctx, nid, value.c_str());
    if (!e) throw std::runtime_error("test certificate: bad extension " + value);
    X509_add_ext(cert, e, -1);
    X509_EXTENSION_free(e);
}

}  // namespace detail

// A CA that issues; itself issued by another one, or self-signed.
class test_ca {
public:
    explicit test_ca(const std::string& name = "test CA") {
        make({name, {}, ca_from(), ca_until(), true}, nullptr);
    }
    test_ca(const std::string& name, test_ca& issuer) {
        make({name, {}, ca_from(), ca_until(), true}, &issuer);
    }
    test_ca(const test_ca&) = delete;
    test_ca& operator=(const test_ca&) = delete;
    ~test_ca() {
        X509_free(cert_);
        EVP_PKEY_free(key_);
    }

    const std::string& pem() const { return own_.cert_pem; }
    const std::string& key_pem() const { return own_.key_pem; }
    test_cert issue(const cert_request& r) {
        test_ca leaf(r, *this);
        return leaf.own_;
    }
    static test_cert self_signed(const cert_request& r) {
        test_ca alone(r);
        return alone.own_;
    }

private:
    explicit test_ca(const cert_request& r) { make(r, nullptr); }
    test_ca(const cert_request& r, test_ca& issuer) { make(r, &issuer); }
    static wall_time ca_from() { return cert_request().not_before; }
    static wall_time ca_until() { return cert_request().not_after; }

    void make(const cert_request& r, test_ca* issuer) {
        key_ = EVP_EC_gen("P-256");
        cert_ = X509_new();
        X509_set_version(cert_, X509_VERSION_3);
        static long serial = 0;
        ASN1_INTEGER_set(X509_get_serialNumber(cert_), ++serial);
        ASN1_TIME_set(X509_getm_notBefore(cert_), detail::seconds_of(r.not_before));
        ASN1_TIME_set(X509_getm_notAfter(cert_), detail::seconds_of(r.not_after));
        X509_set_pubkey(cert_, key_);
        const auto* cn = reinterpret_cast<const unsigned char*>(r.common_name.c_str());
        X509_NAME_add_entry_by_txt(X509_get_subject_name(cert_), "CN", MBSTRING_ASC, cn, -1, -1, 0);
        X509* signer = issuer ? issuer->cert_ : cert_;
        X509_set_issuer_name(cert_, X509_get_subject_name(signer));
        detail::add_extension(cert_, signer, NID_basic_constraints,
                              r.ca ? "critical,CA:TRUE" : "critical,CA:FALSE");
        detail::add_extension(cert_, signer, NID_subject_key_identifier, "hash");
        std::string names;
        for (const std::string& n : r.names) names += (names.empty() ? "" : ",") + n;
        if (!names.empty()) detail::add_extension(cert_, signer, NID_subject_alt_name, names);
        if (X509_sign(cert_, issuer ? issuer->key_ : key_, EVP_sha256()) == 0)
            throw std::runtime_error("test certificate: cannot be signed");
        BIO* cert_out = BIO_new(BIO_s_mem());
        PEM_write_bio_X509(cert_out, cert_);
        own_.cert_pem = detail::pem_text(cert_out);
        BIO* key_out = BIO_new(BIO_s_mem());
        PEM_write_bio_PrivateKey(key_out, key_, nullptr, nullptr, 0, nullptr, nullptr);
        own_.key_pem = detail::pem_text(key_out);
    }

    EVP_PKEY* key_ = nullptr;
    X509* cert_ = nullptr;
    test_cert own_;
};

// The same key under a pass phrase.
inline std::string encrypted(const std::string& key_pem, std::string passphrase) {
    BIO* in = BIO_new_mem_buf(key_pem.data(), static_cast<int>(key_pem.size()));
    EVP_PKEY* key = PEM_read_bio_PrivateKey(in, nullptr, nullptr, nullptr);
    BIO_free(in);
    BIO* out = BIO_new(BIO_s_mem());
    auto* phrase = reinterpret_cast<unsigned char*>(passphrase.data());
    PEM_write_bio_PrivateKey(out, key, EVP_aes_256_cbc(), phrase, static_cast<int>(passphrase.size()),
                             nullptr, nullptr);
    EVP_PKEY_free(key);
    return detail::pem_text(out);
}

}}  // namespace setpoint::v0
