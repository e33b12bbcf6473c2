#include "framework/http/tls_text.hpp"

#include "framework/http/tls_context.hpp"

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// The texts in a certificate come from the peer: limits their size and keeps only printable
// characters.
std::string printable(const unsigned char* data, int size) {
    constexpr int most = 100;
    std::string out;
    for (int i = 0; i < size && i < most; ++i) {
        const unsigned char c = data[i];
        out += c >= 0x20 && c < 0x7f ? static_cast<char>(c) : '?';
    }
    return out;
}

std::string address_text(const ASN1_OCTET_STRING* ip) {
    const unsigned char* data = ASN1_STRING_get0_data(ip);
    if (ASN1_STRING_length(ip) == 4) {
        boost::asio::ip::address_v4::bytes_type v4;
        std::copy_n(data, v4.size(), v4.begin());
        return boost::asio::ip::make_address_v4(v4).to_string();
    }
    if (ASN1_STRING_length(ip) != 16) return "?";
    boost::asio::ip::address_v6::bytes_type v6;
    std::copy_n(data, v6.size(), v6.begin());
    return boost::asio::ip::make_address_v6(v6).to_string();
}

// Returns the names that a certificate is for, at most a few of them.
std::string names_of(X509* cert) {
    constexpr int most = 8;
    std::string out;
    auto* names = static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(cert, NID_subject_alt_name, nullptr, nullptr));
    const int count = names ? sk_GENERAL_NAME_num(names) : 0;
    for (int i = 0; i < count && i < most; ++i) {
        const GENERAL_NAME* n = sk_GENERAL_NAME_value(names, i);
        std::string one;
        if (n->type == GEN_DNS)
            one = printable(ASN1_STRING_get0_data(n->d.dNSName), ASN1_STRING_length(n->d.dNSName));
        else if (n->type == GEN_IPADD)
            one = address_text(n->d.iPAddress);
        else
            continue;
        out += (out.empty() ? "" : ", ") + one;
    }
    if (count > most) out += ", ...";
    GENERAL_NAMES_free(names);
    return out.empty() ? "no name or address" : out;
}

std::string subject_of(X509* cert) {
    std::array<char, 128> text{};
    const int n =
        X509_NAME_get_text_by_NID(X509_get_subject_name(cert), NID_commonName, text.data(), text.size());
    return n > 0 ? printable(reinterpret_cast<const unsigned char*>(text.data()), n) : "?";
}

std::string reason(int code, int depth, X509* cert, const std::string& asked_for) {
    const std::string whose =
        depth == 0 ? "" : fmt::format("is not trusted: its CA \"{}\" ", subject_of(cert));
    switch (code) {
        case X509_V_ERR_HOSTNAME_MISMATCH:
        case X509_V_ERR_IP_ADDRESS_MISMATCH:
            return fmt::format("is for {}, not for {}", names_of(cert), asked_for);
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return fmt::format("{}expired on {}", whose, date_of(X509_get0_notAfter(cert)));
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return fmt::format("{}is not valid before {}; is the clock of this machine right?", whose,
                               date_of(X509_get0_notBefore(cert)));
        default:
            return fmt::format("is not trusted: {}", X509_verify_cert_error_string(code));
    }
}

}  // namespace

int note_refusal(int ok, X509_STORE_CTX* ctx) {
    if (ok == 1) return ok;
    auto* ssl = static_cast<SSL*>(X509_STORE_CTX_get_ex_data(ctx, SSL_get_ex_data_X509_STORE_CTX_idx()));
    auto* note = ssl ? static_cast<refusal_note*>(SSL_get_app_data(ssl)) : nullptr;
    X509* cert = X509_STORE_CTX_get_current_cert(ctx);
    if (note && cert && note->why.empty())
        note->why =
            reason(X509_STORE_CTX_get_error(ctx), X509_STORE_CTX_get_error_depth(ctx), cert, note->asked_for);
    return ok;
}

std::string date_of(const ASN1_TIME* t) {
    std::tm tm{};
    if (ASN1_TIME_to_tm(t, &tm) != 1) return "an unreadable date";
    return fmt::format("{:04}-{:02}-{:02}", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
}

}}}  // namespace setpoint::v0::http
