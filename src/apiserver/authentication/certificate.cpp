#include "apiserver/authentication/certificate.hpp"

#include "framework/core/utf8.hpp"

#include <fmt/format.h>
#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/x509v3.h>

#include <array>
#include <climits>
#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

using bignum_ptr = std::unique_ptr<BIGNUM, http::openssl_free<BN_free>>;
using object_ptr = std::unique_ptr<ASN1_OBJECT, http::openssl_free<ASN1_OBJECT_free>>;

std::string_view bytes_of(const ASN1_STRING* s) {
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(s)),
            static_cast<std::size_t>(ASN1_STRING_length(s))};
}

// asn1.isPrintable, with the * and & that Go tolerates.
bool is_printable(std::string_view s) {
    constexpr std::string_view others = " '()+,-./:=?*&";
    for (const char c : s) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && others.find(c) == std::string_view::npos) return false;
    }
    return true;
}

bool is_valid_utf8(std::string_view s) {
    while (!s.empty()) {
        const std::size_t size = utf8_sequence(s);
        if (size == 0) return false;
        s.remove_prefix(size);
    }
    return true;
}

// Like parseASN1String in crypto/x509. A zero byte is a character like any other: it must not end a name.
std::optional<std::string> text_of_attribute(const ASN1_STRING* s) {
    const std::string_view bytes = bytes_of(s);
    switch (ASN1_STRING_type(s)) {
        case V_ASN1_UTF8STRING:
            return is_valid_utf8(bytes) ? std::optional(std::string(bytes)) : std::nullopt;
        case V_ASN1_PRINTABLESTRING:
            return is_printable(bytes) ? std::optional(std::string(bytes)) : std::nullopt;
        case V_ASN1_NUMERICSTRING:
        case V_ASN1_IA5STRING:
            for (const char c : bytes)
                if (static_cast<unsigned char>(c) >= 0x80) return std::nullopt;
            return std::string(bytes);
        case V_ASN1_T61STRING:
        case V_ASN1_BMPSTRING: {
            unsigned char* out = nullptr;
            const int size = ASN1_STRING_to_UTF8(&out, s);
            if (size < 0) return std::nullopt;
            std::string text(reinterpret_cast<char*>(out), static_cast<std::size_t>(size));
            OPENSSL_free(out);
            return text;
        }
        default:
            return std::nullopt;
    }
}

const ASN1_OBJECT* uid_type() {
    static const object_ptr type(OBJ_txt2obj("1.3.6.1.4.1.57683.2", 1));
    return type.get();
}

std::string colon_separated(const ASN1_OCTET_STRING* id) {
    std::string out;
    if (id == nullptr) return out;
    for (const char c : bytes_of(id)) {
        if (!out.empty()) out += ':';
        out += fmt::format("{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

}  // namespace

http::x509_ptr read_der(std::string_view der) {
    if (der.size() > LONG_MAX) return nullptr;
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    const unsigned char* const begin = at;
    http::x509_ptr cert(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
    ERR_clear_error();
    if (!cert || static_cast<std::size_t>(at - begin) != der.size()) return nullptr;
    return cert;
}

std::optional<certificate_subject> subject_of(X509* cert) {
    return subject_of(X509_get_subject_name(cert));
}

std::optional<certificate_subject> subject_of(const X509_NAME* name) {
    certificate_subject out;
    for (int i = 0; i < X509_NAME_entry_count(name); ++i) {
        const X509_NAME_ENTRY* const entry = X509_NAME_get_entry(name, i);
        const ASN1_OBJECT* const type = X509_NAME_ENTRY_get_object(entry);
        std::optional<std::string> text = text_of_attribute(X509_NAME_ENTRY_get_data(entry));
        ERR_clear_error();
        if (!text) return std::nullopt;
        const int nid = OBJ_obj2nid(type);
        if (nid == NID_commonName)
            out.common_name = std::move(*text);
        else if (nid == NID_organizationName)
            out.organizations.push_back(std::move(*text));
        else if (OBJ_cmp(type, uid_type()) == 0)
            out.uids.push_back(std::move(*text));
    }
    return out;
}

std::string certificate_identifier(X509* cert) {
    const bignum_ptr serial(ASN1_INTEGER_to_BN(X509_get0_serialNumber(cert), nullptr));
    char* const digits = serial ? BN_bn2dec(serial.get()) : nullptr;
    std::string out = fmt::format("SN={}, SKID={}, AKID={}", digits ? digits : "",
                                  colon_separated(X509_get0_subject_key_id(cert)),
                                  colon_separated(X509_get0_authority_key_id(cert)));
    OPENSSL_free(digits);
    return out;
}

std::string fingerprint(std::string_view der) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
    unsigned int size = 0;
    if (EVP_Digest(der.data(), der.size(), sum.data(), &size, EVP_sha256(), nullptr) != 1) return {};
    std::string out;
    for (unsigned int i = 0; i < size; ++i) out += fmt::format("{:02x}", sum[i]);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
