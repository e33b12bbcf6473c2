#pragma once
// Certificates of clients with any subject, usage and validity.

#include "framework/http/tls_context.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/http/peer.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

inline constexpr wall_time noon =
    std::chrono::sys_days(std::chrono::year(2026) / 6 / 1) + std::chrono::hours(12);

struct attribute {
    std::string type;  // "CN", "O", an object identifier
    std::string value;
    int encoding = MBSTRING_UTF8;
};

struct shape {
    std::vector<attribute> subject{};
    std::string usage = "clientAuth";  // "": without the extension
    bool is_ca = false;
    wall_time from = noon - std::chrono::hours(1), until = noon + std::chrono::hours(1);
    const EVP_MD* digest = EVP_sha256();
    std::string constraints{};  // "": by is_ca
};

// A certificate with its key, issued by another one or self-signed.
class issued {
public:
    explicit issued(const shape& s, const issued* by = nullptr)
        : key_(EVP_EC_gen("P-256")), cert_(X509_new()) {
        static long serial = 41;
        X509_set_version(cert_.get(), X509_VERSION_3);
        ASN1_INTEGER_set(X509_get_serialNumber(cert_.get()), ++serial);
        serial_ = serial;
        ASN1_TIME_set(X509_getm_notBefore(cert_.get()), seconds(s.from));
        ASN1_TIME_set(X509_getm_notAfter(cert_.get()), seconds(s.until));
        X509_set_pubkey(cert_.get(), key_.get());
        for (const attribute& a : s.subject) add(a);
        X509* const issuer = by ? by->cert_.get() : cert_.get();
        X509_set_issuer_name(cert_.get(), X509_get_subject_name(issuer));
        const std::string by_kind = s.is_ca ? "critical,CA:TRUE" : "critical,CA:FALSE";
        extend(issuer, NID_basic_constraints, s.constraints.empty() ? by_kind : s.constraints);
        extend(issuer, NID_subject_key_identifier, "hash");
        if (!s.usage.empty()) extend(issuer, NID_ext_key_usage, s.usage);
        if (X509_sign(cert_.get(), by ? by->key_.get() : key_.get(), s.digest) == 0)
            throw std::runtime_error("cannot sign");
    }
    std::string pem() const {
        BIO* const out = BIO_new(BIO_s_mem());
        PEM_write_bio_X509(out, cert_.get());
        char* data = nullptr;
        const long size = BIO_get_mem_data(out, &data);
        std::string text(data, static_cast<std::size_t>(size));
        BIO_free(out);
        return text;
    }
    std::string der() const {
        std::string bytes(static_cast<std::size_t>(i2d_X509(cert_.get(), nullptr)), '\0');
        auto* to = reinterpret_cast<unsigned char*>(bytes.data());
        i2d_X509(cert_.get(), &to);
        return bytes;
    }
    long serial() const { return serial_; }

private:
    static time_t seconds(wall_time t) {
        return std::chrono::floor<std::chrono::seconds>(t.time_since_epoch()).count();
    }
    void add(const attribute& a) {
        ASN1_OBJECT* const type = OBJ_txt2obj(a.type.c_str(), 0);
        X509_NAME_add_entry_by_OBJ(X509_get_subject_name(cert_.get()), type, a.encoding,
                                   reinterpret_cast<const unsigned char*>(a.value.data()),
                                   static_cast<int>(a.value.size()), -1, 0);
        ASN1_OBJECT_free(type);
    }
    void extend(X509* issuer, int nid, const std::string& value) {
        X509V3_CTX ctx;
        X509V3_set_ctx(&ctx, issuer, cert_.get(), nullptr, nullptr, 0);
        X509_EXTENSION* const e = X509V3_EXT_conf_nid(nullptr, &ctx, nid, value.c_str());
        if (!e) throw std::runtime_error("bad extension " + value);
        X509_add_ext(cert_.get(), e, -1);
        X509_EXTENSION_free(e);
    }

    http::pkey_ptr key_;
    http::x509_ptr cert_;
    long serial_ = 0;
};

inline shape ca_shape(std::string name) {
    shape s;
    s.subject = {{"CN", std::move(name)}};
    s.usage = "";
    s.is_ca = true;
    return s;
}
inline shape client_shape(std::string name, std::vector<std::string> groups = {}) {
    shape s;
    for (std::string& g : groups) s.subject.push_back({"O", std::move(g)});
    s.subject.push_back({"CN", std::move(name)});
    return s;
}
inline http::peer_certificates presented(std::initializer_list<const issued*> chain) {
    http::peer_certificates out;
    for (const issued* each : chain) out.chain.push_back(each->der());
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
