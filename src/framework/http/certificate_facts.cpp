#include "framework/http/certificate_facts.hpp"

#include "framework/http/tls_context.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <array>
#include <ctime>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

using bio_ptr = std::unique_ptr<BIO, openssl_free<BIO_free>>;
using names_ptr = std::unique_ptr<GENERAL_NAMES, openssl_free<GENERAL_NAMES_free>>;

int refuse_passphrase(char*, int, int, void*) {
    return -1;
}

// Null if there is none.
x509_ptr read_certificate(const std::string& pem) {
    const bio_ptr in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    x509_ptr cert(PEM_read_bio_X509(in.get(), nullptr, refuse_passphrase, nullptr));
    ERR_clear_error();
    return cert;
}

bool read_time(const ASN1_TIME* t, wall_time& out) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(t, &parts) != 1) return false;
    out = wall_time(std::chrono::seconds(timegm(&parts)));
    return true;
}

std::string text_of(const GENERAL_NAME& n) {
    if (n.type == GEN_DNS)
        return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(n.d.dNSName)),
                static_cast<std::size_t>(ASN1_STRING_length(n.d.dNSName))};
    if (n.type != GEN_IPADD) return {};
    const unsigned char* const bytes = ASN1_STRING_get0_data(n.d.iPAddress);
    const int size = ASN1_STRING_length(n.d.iPAddress);
    std::array<char, INET6_ADDRSTRLEN> text{};
    const int family = size == 4 ? AF_INET : AF_INET6;
    return inet_ntop(family, bytes, text.data(), text.size()) ? std::string(text.data()) : std::string();
}

}  // namespace

result<certificate_facts> facts_of(const std::string& cert_pem) {
    const x509_ptr cert = read_certificate(cert_pem);
    certificate_facts f;
    if (!cert || !read_time(X509_get0_notBefore(cert.get()), f.not_before) ||
        !read_time(X509_get0_notAfter(cert.get()), f.not_after))
        return error(errc::bad_data, "not a certificate in PEM");
    const names_ptr names(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(cert.get(), NID_subject_alt_name, nullptr, nullptr)));
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i)
        f.names.push_back(text_of(*sk_GENERAL_NAME_value(names.get(), i)));
    return f;
}

bool is_issued_by(const std::string& cert_pem, const std::string& ca_pem) {
    const x509_ptr cert = read_certificate(cert_pem), ca = read_certificate(ca_pem);
    if (!cert || !ca) return false;
    const bool signed_by = X509_verify(cert.get(), X509_get0_pubkey(ca.get())) == 1;
    ERR_clear_error();
    return signed_by;
}

bool is_key_of(const secret& key_pem, const std::string& cert_pem) {
    const x509_ptr cert = read_certificate(cert_pem);
    const std::string_view text = key_pem.reveal();
    const bio_ptr in(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    const pkey_ptr key(PEM_read_bio_PrivateKey(in.get(), nullptr, refuse_passphrase, nullptr));
    const bool same = cert && key && X509_check_private_key(cert.get(), key.get()) == 1;
    ERR_clear_error();
    return same;
}

std::vector<std::string> split_certificates(std::string_view pem) {
    constexpr std::string_view begin = "-----BEGIN CERTIFICATE-----", end = "-----END CERTIFICATE-----";
    std::vector<std::string> all;
    for (;;) {
        const std::size_t from = pem.find(begin);
        const std::size_t to = from == std::string_view::npos ? from : pem.find(end, from);
        if (to == std::string_view::npos) return all;
        all.push_back(std::string(pem.substr(from, to + end.size() - from)) + "\n");
        pem.remove_prefix(to + end.size());
    }
}

}}}  // namespace setpoint::v0::http
