#include "apiserver/controllers/certificate/issue.hpp"

#include "apiserver/controllers/certificate/subject_name.hpp"
#include "framework/http/certificate_facts.hpp"
#include "framework/http/tls_context.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using namespace std::chrono_literals;

void free_extensions(STACK_OF(X509_EXTENSION) * all) {
    sk_X509_EXTENSION_pop_free(all, X509_EXTENSION_free);
}
using bio_ptr = std::unique_ptr<BIO, http::openssl_free<BIO_free>>;
using extension_ptr = std::unique_ptr<X509_EXTENSION, http::openssl_free<X509_EXTENSION_free>>;
using extensions_ptr = std::unique_ptr<STACK_OF(X509_EXTENSION), http::openssl_free<free_extensions>>;
using names_ptr = std::unique_ptr<GENERAL_NAMES, http::openssl_free<GENERAL_NAMES_free>>;
using bignum_ptr = std::unique_ptr<BIGNUM, http::openssl_free<BN_free>>;

constexpr duration backdate = 5min, short_life = 8h;

struct usage_name {
    std::string_view kubernetes, openssl;
    bool extended;
};
constexpr usage_name known_usages[] = {{"signing", "digitalSignature", false},
                                       {"digital signature", "digitalSignature", false},
                                       {"content commitment", "nonRepudiation", false},
                                       {"key encipherment", "keyEncipherment", false},
                                       {"key agreement", "keyAgreement", false},
                                       {"data encipherment", "dataEncipherment", false},
                                       {"cert sign", "keyCertSign", false},
                                       {"crl sign", "cRLSign", false},
                                       {"encipher only", "encipherOnly", false},
                                       {"decipher only", "decipherOnly", false},
                                       {"any", "anyExtendedKeyUsage", true},
                                       {"server auth", "serverAuth", true},
                                       {"client auth", "clientAuth", true},
                                       {"code signing", "codeSigning", true},
                                       {"email protection", "emailProtection", true},
                                       {"s/mime", "emailProtection", true},
                                       {"ipsec end system", "ipsecEndSystem", true},
                                       {"ipsec tunnel", "ipsecTunnel", true},
                                       {"ipsec user", "ipsecUser", true},
                                       {"timestamping", "timeStamping", true},
                                       {"ocsp signing", "OCSPSigning", true},
                                       {"microsoft sgc", "msSGC", true},
                                       {"netscape sgc", "nsSGC", true}};

error failure(std::string_view doing) {
    return {errc::failed, fmt::format("cannot {}: {}", doing, http::take_openssl_error())};
}

int no_passphrase(char*, int, int, void*) {
    return -1;
}

struct authority {
    http::x509_ptr cert;
    http::pkey_ptr key;
    wall_time not_after;
};

result<authority> read_authority(const http::certificate& ca) {
    const bio_ptr cert_in(BIO_new_mem_buf(ca.cert_pem.data(), static_cast<int>(ca.cert_pem.size())));
    const std::string_view key_text = ca.key_pem.reveal();
    const bio_ptr key_in(BIO_new_mem_buf(key_text.data(), static_cast<int>(key_text.size())));
    authority out;
    out.cert.reset(PEM_read_bio_X509(cert_in.get(), nullptr, no_passphrase, nullptr));
    out.key.reset(PEM_read_bio_PrivateKey(key_in.get(), nullptr, no_passphrase, nullptr));
    const bool usable = out.cert && out.key && X509_check_private_key(out.cert.get(), out.key.get()) == 1;
    ERR_clear_error();
    const auto facts = http::facts_of(ca.cert_pem);
    if (!usable || !facts)
        return error(errc::bad_config, "the CA for certificate requests has no usable key");
    out.not_after = facts->not_after;
    return out;
}

// A positive number of 127 bits.
bool set_serial(X509* cert, random_source& random) {
    std::array<unsigned char, 16> bytes{};
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(random.below(256));
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7f) | 0x40);
    const bignum_ptr n(BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr));
    return n && BN_to_ASN1_INTEGER(n.get(), X509_get_serialNumber(cert)) != nullptr;
}

bool set_time(ASN1_TIME* to, wall_time t) {
    return ASN1_TIME_set(to, std::chrono::floor<std::chrono::seconds>(t.time_since_epoch()).count()) !=
           nullptr;
}

// PermissiveSigningPolicy.
result<> set_validity(X509* cert, const authority& ca, duration valid, wall_time now) {
    if (now >= ca.not_after) return error(errc::bad_config, "the CA for certificate requests has expired");
    const wall_time end = valid < short_life ? now + valid : now + (valid - backdate);
    if (set_time(X509_getm_notBefore(cert), now - backdate) &&
        set_time(X509_getm_notAfter(cert), std::min(end, ca.not_after)))
        return {};
    return failure("set the times of a certificate");
}

result<> add_extension(X509* cert, X509* issuer, int nid, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, cert, nullptr, nullptr, 0);
    const extension_ptr made(X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str()));
    if (made && X509_add_ext(cert, made.get(), -1) == 1) return {};
    return failure("extend a certificate");
}

result<> add_usages(X509* cert, X509* issuer, const std::vector<std::string>& usages) {
    std::set<std::string_view> keys, extended;
    for (const std::string& usage : usages) {
        const auto* known = std::ranges::find(known_usages, usage, &usage_name::kubernetes);
        if (known == std::end(known_usages))
            return error(errc::bad_data, fmt::format("unrecognized usage values: [\"{}\"]", usage));
        (known->extended ? extended : keys).insert(known->openssl);
    }
    if (!keys.empty())
        if (auto ok =
                add_extension(cert, issuer, NID_key_usage, fmt::format("critical,{}", fmt::join(keys, ",")));
            !ok)
            return ok;
    if (extended.empty()) return {};
    return add_extension(cert, issuer, NID_ext_key_usage, fmt::format("{}", fmt::join(extended, ",")));
}

// Of the forms that Go knows; others are left out.
result<> add_names(X509* cert, X509_REQ* request) {
    const extensions_ptr asked(X509_REQ_get_extensions(request));
    const names_ptr names(asked ? static_cast<GENERAL_NAMES*>(
                                      X509V3_get_d2i(asked.get(), NID_subject_alt_name, nullptr, nullptr))
                                : nullptr);
    if (!names) return {};
    for (int i = sk_GENERAL_NAME_num(names.get()) - 1; i >= 0; --i) {
        const int type = sk_GENERAL_NAME_value(names.get(), i)->type;
        if (type == GEN_DNS || type == GEN_IPADD || type == GEN_EMAIL || type == GEN_URI) continue;
        GENERAL_NAME_free(sk_GENERAL_NAME_delete(names.get(), i));
    }
    if (sk_GENERAL_NAME_num(names.get()) == 0) return {};
    const int critical = X509_NAME_entry_count(X509_get_subject_name(cert)) == 0 ? 1 : 0;
    if (X509_add1_ext_i2d(cert, NID_subject_alt_name, names.get(), critical, X509V3_ADD_DEFAULT) == 1)
        return {};
    return failure("name a certificate");
}

result<> fill(X509* cert, const authority& ca, const signing_request& request,
              const wanted_certificate& wanted, random_source& random) {
    X509_REQ* const asked = request.parsed.get();
    const name_ptr subject = issued_subject(X509_REQ_get_subject_name(asked));
    if (!subject || X509_set_version(cert, X509_VERSION_3) != 1 || !set_serial(cert, random) ||
        X509_set_subject_name(cert, subject.get()) != 1 ||
        X509_set_issuer_name(cert, X509_get_subject_name(ca.cert.get())) != 1 ||
        X509_set_pubkey(cert, X509_REQ_get0_pubkey(asked)) != 1)
        return failure("fill in a certificate");
    if (auto ok = add_usages(cert, ca.cert.get(), wanted.usages); !ok) return ok;
    if (auto ok = add_extension(cert, ca.cert.get(), NID_basic_constraints, "critical,CA:FALSE"); !ok)
        return ok;
    if (X509_get0_subject_key_id(ca.cert.get()) != nullptr)
        if (auto ok = add_extension(cert, ca.cert.get(), NID_authority_key_identifier, "keyid"); !ok)
            return ok;
    return add_names(cert, asked);
}

// Ed25519 has its own digest.
const EVP_MD* digest_for(const EVP_PKEY* key) {
    return EVP_PKEY_is_a(key, "ED25519") == 1 || EVP_PKEY_is_a(key, "ED448") == 1 ? nullptr : EVP_sha256();
}

}  // namespace

result<std::string> issue_requested(const http::certificate& ca, const signing_request& request,
                                    const wanted_certificate& wanted, wall_time now, random_source& random) {
    ERR_clear_error();
    const result<authority> by = read_authority(ca);
    if (!by) return by.error();
    if (X509_REQ_verify(request.parsed.get(), X509_REQ_get0_pubkey(request.parsed.get())) != 1) {
        ERR_clear_error();
        return error(errc::bad_data, "unable to verify certificate request signature");
    }
    const http::x509_ptr cert(X509_new());
    if (!cert) return failure("make a certificate");
    if (auto ok = set_validity(cert.get(), *by, wanted.valid, now); !ok) return ok.error();
    if (auto ok = fill(cert.get(), *by, request, wanted, random); !ok) return ok.error();
    if (X509_sign(cert.get(), by->key.get(), digest_for(by->key.get())) == 0)
        return failure("sign a certificate");
    const bio_ptr out(BIO_new(BIO_s_mem()));
    if (!out || PEM_write_bio_X509(out.get(), cert.get()) != 1) return failure("write a certificate");
    char* data = nullptr;
    const long size = BIO_get_mem_data(out.get(), &data);
    return std::string(data, size > 0 ? static_cast<std::size_t>(size) : 0);
}

}}}  // namespace setpoint::v0::apiserver
