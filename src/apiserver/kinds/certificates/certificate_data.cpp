#include "apiserver/kinds/certificates/certificate_data.hpp"

#include "framework/http/tls_context.hpp"

#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using certificate_request_ptr = std::unique_ptr<X509_REQ, http::openssl_free<X509_REQ_free>>;
using constraints_ptr = std::unique_ptr<BASIC_CONSTRAINTS, http::openssl_free<BASIC_CONSTRAINTS_free>>;
using alternative_names_ptr = std::unique_ptr<GENERAL_NAMES, http::openssl_free<GENERAL_NAMES_free>>;

// Null if it is not one, or if something follows it.
template <class Pointer, class Read>
Pointer read_der(std::string_view der, Read read) {
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    const unsigned char* const end = at + der.size();
    Pointer out(read(nullptr, &at, static_cast<long>(der.size())));
    if (at != end) out.reset();
    return out;
}

std::optional<std::chrono::sys_seconds> time_in(const ASN1_TIME* t) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(t, &parts) != 1) return std::nullopt;
    return std::chrono::sys_seconds(std::chrono::seconds(timegm(&parts)));
}

// An extension that is there, but unreadable or there twice, makes the certificate invalid.
template <class Pointer, class T>
bool read_extension(const X509* certificate, int nid, Pointer& out) {
    int critical = 0;
    out.reset(static_cast<T*>(X509_get_ext_d2i(certificate, nid, &critical, nullptr)));
    return out != nullptr || critical == -1;
}

// The text of an IA5String; nothing if it has other characters.
std::optional<std::string> ascii_text(const ASN1_STRING* s) {
    std::string out(reinterpret_cast<const char*>(ASN1_STRING_get0_data(s)),
                    static_cast<std::size_t>(ASN1_STRING_length(s)));
    if (!std::ranges::all_of(out, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return std::nullopt;
    return out;
}

bool read_alternative_names(const X509* certificate, certificate_data& out) {
    alternative_names_ptr names;
    if (!read_extension<alternative_names_ptr, GENERAL_NAMES>(certificate, NID_subject_alt_name, names))
        return false;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type != GEN_DNS && name->type != GEN_EMAIL) continue;
        auto text = ascii_text(name->d.ia5);
        if (!text) return false;
        (name->type == GEN_DNS ? out.dns_names : out.mail_addresses).push_back(std::move(*text));
    }
    return true;
}

std::shared_ptr<EVP_PKEY> shared_key(EVP_PKEY* key) {
    return key == nullptr ? nullptr : std::shared_ptr<EVP_PKEY>(key, EVP_PKEY_free);
}

// Whether Go knows the algorithm, so that a key that it cannot read is an error.
bool is_known_algorithm(X509_PUBKEY* key) {
    ASN1_OBJECT* id = nullptr;
    X509_PUBKEY_get0_param(&id, nullptr, nullptr, nullptr, key);
    constexpr std::array known{NID_rsaEncryption, NID_X9_62_id_ecPublicKey, NID_ED25519, NID_X25519, NID_dsa};
    return std::ranges::find(known, OBJ_obj2nid(id)) != known.end();
}

// Go's name; "" for a curve that it does not know.
std::string curve_of(const EVP_PKEY* key) {
    std::array<char, 80> name{};
    if (EVP_PKEY_get_group_name(key, name.data(), name.size(), nullptr) != 1) return {};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> curves{
        {{"secp224r1", "P-224"}, {"prime256v1", "P-256"}, {"secp384r1", "P-384"}, {"secp521r1", "P-521"}}};
    for (const auto& [here, there] : curves)
        if (here == name.data()) return std::string(there);
    return {};
}

// False for a key that Go cannot read.
bool read_requested_key(X509_REQ* request, certificate_request_data& out) {
    X509_PUBKEY* const encoded = X509_REQ_get_X509_PUBKEY(request);
    auto key = shared_key(X509_REQ_get_pubkey(request));
    if (!is_known_algorithm(encoded)) return true;
    if (key == nullptr) return false;
    switch (EVP_PKEY_get_base_id(key.get())) {
        case EVP_PKEY_ED25519:
            out.algorithm = key_algorithm::ed25519;
            break;
        case EVP_PKEY_EC:
            out.algorithm = key_algorithm::ecdsa;
            out.curve = curve_of(key.get());
            if (out.curve.empty()) return false;
            break;
        case EVP_PKEY_RSA:
            out.algorithm = key_algorithm::rsa;
            out.modulus_bits = (EVP_PKEY_get_bits(key.get()) + 7) / 8 * 8;
            break;
        default:
            return true;
    }
    out.key = std::move(key);
    return true;
}

}  // namespace

std::optional<certificate_data> parse_certificate(std::string_view der) {
    const auto certificate = read_der<http::x509_ptr>(der, d2i_X509);
    certificate_data out;
    constraints_ptr constraints;
    const auto from = certificate ? time_in(X509_get0_notBefore(certificate.get())) : std::nullopt,
               to = certificate ? time_in(X509_get0_notAfter(certificate.get())) : std::nullopt;
    const bool readable = from && to &&
                          read_extension<constraints_ptr, BASIC_CONSTRAINTS>(
                              certificate.get(), NID_basic_constraints, constraints) &&
                          read_alternative_names(certificate.get(), out);
    if (readable) {
        out.is_authority = constraints != nullptr && constraints->ca != 0;
        out.not_before = *from;
        out.not_after = *to;
        out.key = shared_key(X509_get_pubkey(certificate.get()));
    }
    ERR_clear_error();
    return readable ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<certificate_request_data> parse_certificate_request(std::string_view der) {
    const auto request = read_der<certificate_request_ptr>(der, d2i_X509_REQ);
    certificate_request_data out;
    const bool readable = request && read_requested_key(request.get(), out);
    if (readable && out.key) {
        // Go refuses MD5, and takes SHA-1 in requests.
        out.is_signed = X509_REQ_get_signature_nid(request.get()) != NID_md5WithRSAEncryption &&
                        X509_REQ_verify(request.get(), out.key.get()) == 1;
    }
    ERR_clear_error();
    return readable ? std::optional(std::move(out)) : std::nullopt;
}

}}}  // namespace setpoint::v0::apiserver
