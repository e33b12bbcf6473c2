#include "setpoint/http/certificates.hpp"

#include "framework/http/tls_context.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

using bio_ptr = std::unique_ptr<BIO, openssl_free<BIO_free>>;
using extension_ptr = std::unique_ptr<X509_EXTENSION, openssl_free<X509_EXTENSION_free>>;
using bignum_ptr = std::unique_ptr<BIGNUM, openssl_free<BN_free>>;

constexpr duration early = std::chrono::minutes(5);
constexpr std::size_t longest_name = 64;  // ub-common-name, ub-organization-name (RFC 5280, appendix A)

error failure(std::string_view doing) {
    return error(errc::failed, fmt::format("cannot {}: {}", doing, take_openssl_error()));
}

time_t seconds_of(wall_time t) {
    return std::chrono::floor<std::chrono::seconds>(t.time_since_epoch()).count();
}

std::string text_in(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

// Characters that have no special meaning in OpenSSL's syntax for alternative names.
bool is_host_name(std::string_view s) {
    return !s.empty() && s.size() <= 253 && std::all_of(s.begin(), s.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '.' || c == '*' || c == '_';
    });
}

result<std::string> alternative_names(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& n : names) {
        const auto address = parse_ip(n);
        if (!address && !is_host_name(n))
            return error(errc::bad_config, fmt::format("\"{}\" is neither a host name nor an address", n));
        if (!out.empty()) out += ",";
        out += address ? "IP:" + address->to_string() : "DNS:" + n;
    }
    return out;
}

result<> add_name(X509_NAME* to, const char* field, const std::string& value) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(value.data());
    if (value.empty() || value.size() > longest_name)
        return error(errc::bad_config, fmt::format("a certificate's {} has 1 to {} bytes, but \"{}\" has {}",
                                                   field, longest_name, value, value.size()));
    if (X509_NAME_add_entry_by_txt(to, field, MBSTRING_UTF8, bytes, static_cast<int>(value.size()), -1, 0) !=
        1)
        return error(errc::bad_config, fmt::format("\"{}\" cannot be a certificate's {}: {}", value, field,
                                                   take_openssl_error()));
    return {};
}

struct extension {
    int nid;
    std::string value;
};

// The contents of a certificate before it is signed.
struct draft {
    std::string common_name;
    std::vector<std::string> organizations;
    std::vector<extension> extensions;
    wall_time from, until;
};

// A positive number of 127 bits (RFC 5280, 4.1.2.2).
result<> set_serial(X509* cert, random_source& random) {
    std::array<unsigned char, 16> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(random.below(256));
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7f) | 0x40);
    const bignum_ptr n(BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr));
    if (!n || !BN_to_ASN1_INTEGER(n.get(), X509_get_serialNumber(cert)))
        return failure("number a certificate");
    return {};
}

result<> fill(X509* cert, EVP_PKEY* key, X509* issuer, const draft& d, random_source& random) {
    X509_set_version(cert, X509_VERSION_3);
    if (const result<> ok = set_serial(cert, random); !ok) return ok;
    ASN1_TIME_set(X509_getm_notBefore(cert), seconds_of(d.from));
    ASN1_TIME_set(X509_getm_notAfter(cert), seconds_of(d.until));
    X509_set_pubkey(cert, key);
    X509_NAME* subject = X509_get_subject_name(cert);
    for (const std::string& o : d.organizations)
        if (const result<> ok = add_name(subject, "O", o); !ok) return ok;
    if (const result<> ok = add_name(subject, "CN", d.common_name); !ok) return ok;
    X509_set_issuer_name(cert, X509_get_subject_name(issuer));
    X509V3_CTX ctx;
    X509V3_set_ctx(&ctx, issuer, cert, nullptr, nullptr, 0);
    for (const extension& e : d.extensions) {
        const extension_ptr made(X509V3_EXT_conf_nid(nullptr, &ctx, e.nid, e.value.c_str()));
        if (!made || X509_add_ext(cert, made.get(), -1) != 1) return failure("extend a certificate");
    }
    return {};
}

// Converts to PEM.
result<certificate> to_pem(X509* cert, EVP_PKEY* key) {
    // SEC1 ("EC PRIVATE KEY"), which every client reads; fabric8's Java client reads no EC keys in
    // PKCS#8.
    const bio_ptr cert_out(BIO_new(BIO_s_mem())), key_out(BIO_new(BIO_s_secmem()));
    if (!cert_out || !key_out || PEM_write_bio_X509(cert_out.get(), cert) != 1 ||
        PEM_write_bio_PrivateKey_traditional(key_out.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return failure("write a certificate");
    return certificate{text_in(cert_out.get()), secret(text_in(key_out.get()))};
}

// Signed by `issuer`, or self-signed if that is null.
result<certificate> make(const draft& d, X509* issuer, EVP_PKEY* issuer_key, random_source& random) {
    ERR_clear_error();
    const pkey_ptr key(EVP_EC_gen("P-256"));
    const x509_ptr cert(X509_new());
    if (!key || !cert) return failure("make a key");
    const result<> filled = fill(cert.get(), key.get(), issuer ? issuer : cert.get(), d, random);
    if (!filled) return filled.error();
    if (X509_sign(cert.get(), issuer_key ? issuer_key : key.get(), EVP_sha256()) == 0)
        return failure("sign a certificate");
    return to_pem(cert.get(), key.get());
}

int no_passphrase(char*, int, int, void*) {
    return -1;
}

}  // namespace

result<certificate> make_ca(const std::string& name, wall_time now, random_source& random, duration valid) {
    draft d;
    d.common_name = name;
    d.extensions = {{NID_basic_constraints, "critical,CA:TRUE"},
                    {NID_key_usage, "critical,digitalSignature,keyCertSign,cRLSign"},
                    {NID_subject_key_identifier, "hash"}};
    d.from = now - early;
    d.until = now + valid;
    return make(d, nullptr, nullptr, random);
}

result<certificate> issue_certificate(const certificate& ca, const certificate_request& r, wall_time now,
                                      random_source& random) {
    const bio_ptr cert_in(BIO_new_mem_buf(ca.cert_pem.data(), static_cast<int>(ca.cert_pem.size())));
    const std::string_view key_text = ca.key_pem.reveal();
    const bio_ptr key_in(BIO_new_mem_buf(key_text.data(), static_cast<int>(key_text.size())));
    const x509_ptr issuer(PEM_read_bio_X509(cert_in.get(), nullptr, no_passphrase, nullptr));
    const pkey_ptr issuer_key(PEM_read_bio_PrivateKey(key_in.get(), nullptr, no_passphrase, nullptr));
    if (!issuer || !issuer_key) return failure("read the CA");
    const result<std::string> names = alternative_names(r.names);
    if (!names) return names.error();
    std::string usage;
    if (r.server) usage = "serverAuth";
    if (r.client) usage += usage.empty() ? "clientAuth" : ",clientAuth";
    draft d;
    d.common_name = r.common_name;
    d.organizations = r.organizations;
    d.extensions = {{NID_basic_constraints, "critical,CA:FALSE"},
                    {NID_key_usage, "critical,digitalSignature"},
                    {NID_authority_key_identifier, "keyid"}};
    if (!usage.empty()) d.extensions.push_back({NID_ext_key_usage, usage});
    if (!names->empty()) d.extensions.push_back({NID_subject_alt_name, *names});
    d.from = now - early;
    d.until = now + r.valid;
    return make(d, issuer.get(), issuer_key.get(), random);
}

}}}  // namespace setpoint::v0::http
