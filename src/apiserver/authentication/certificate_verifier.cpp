#include "apiserver/authentication/certificate_verifier.hpp"

#include "apiserver/authentication/certificate.hpp"
#include "apiserver/go/text.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

using reader_ptr = std::unique_ptr<BIO, http::openssl_free<BIO_free>>;
using context_ptr = std::unique_ptr<X509_STORE_CTX, http::openssl_free<X509_STORE_CTX_free>>;
// Does not own the certificates in it.
using stack_ptr = std::unique_ptr<STACK_OF(X509), decltype([](STACK_OF(X509) * s) { sk_X509_free(s); })>;

constexpr std::string_view unknown_authority = "x509: certificate signed by unknown authority";

int refuse_to_ask(char*, int, int, void*) {
    return -1;
}

std::optional<std::chrono::sys_seconds> seconds_of_time(const ASN1_TIME* t) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(t, &parts) != 1) return std::nullopt;
    return std::chrono::sys_seconds(std::chrono::seconds(timegm(&parts)));
}

// "" within the validity.
std::string outside_validity(const X509* cert, wall_time now) {
    const auto from = seconds_of_time(X509_get0_notBefore(cert));
    const auto until = seconds_of_time(X509_get0_notAfter(cert));
    if (!from || !until) return "x509: malformed certificate";
    // In seconds: years until 9999 do not fit nanoseconds.
    const auto at = std::chrono::floor<std::chrono::seconds>(now);
    const bool early = at < *from;
    const bool late = at > *until || (at == *until && now > at);
    if (!early && !late) return {};
    return fmt::format("x509: certificate has expired or is not yet valid: current time {} is {} {}",
                       timestamp(at).to_string(), early ? "before" : "after",
                       timestamp(early ? *from : *until).to_string());
}

// Go names the candidate that has the right name, but another key.
std::string wrong_signature(const X509* candidate) {
    if (candidate == nullptr) return std::string(unknown_authority);
    const auto subject = subject_of(const_cast<X509*>(candidate));
    const EVP_PKEY* const key = X509_get0_pubkey(candidate);
    const int type = key == nullptr ? EVP_PKEY_NONE : EVP_PKEY_get_base_id(key);
    const std::string_view why = type == EVP_PKEY_RSA  ? "crypto/rsa: verification error"
                                 : type == EVP_PKEY_EC ? "x509: ECDSA verification failure"
                                                       : "x509: Ed25519 verification failure";
    std::string name = subject ? subject->common_name : "";
    if (name.empty() && subject && !subject->organizations.empty()) name = subject->organizations[0];
    return fmt::format(
        "{} (possibly because of {} while trying to verify candidate authority certificate {})",
        unknown_authority, go_text::quoted(why), go_text::quoted(name));
}

std::string text_of_failure(X509_STORE_CTX* ctx, wall_time now) {
    const X509* const at = X509_STORE_CTX_get_current_cert(ctx);
    switch (X509_STORE_CTX_get_error(ctx)) {
        case X509_V_ERR_CERT_HAS_EXPIRED:
        case X509_V_ERR_CERT_NOT_YET_VALID: {
            const std::string why = at ? outside_validity(at, now) : std::string();
            // OpenSSL counts the last second as expired.
            return why.empty() ? "x509: certificate has expired or is not yet valid: " : why;
        }
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
            return "x509: unhandled critical extension";
        case X509_V_ERR_INVALID_CA:
            return "x509: certificate is not authorized to sign other certificates";
        case X509_V_ERR_PATH_LENGTH_EXCEEDED:
            return "x509: too many intermediates for path length constraint";
        case X509_V_ERR_CERT_SIGNATURE_FAILURE: {
            const STACK_OF(X509)* const chain = X509_STORE_CTX_get0_chain(ctx);
            return wrong_signature(sk_X509_value(chain, X509_STORE_CTX_get_error_depth(ctx) + 1));
        }
        default:
            return std::string(unknown_authority);
    }
}

// Extended usages limit a CA too, unlike for OpenSSL's purposes (checkChainForKeyUsage).
bool may_authenticate_clients(const STACK_OF(X509) * chain) {
    for (int i = 0; i < sk_X509_num(chain); ++i) {
        X509* const cert = sk_X509_value(chain, i);
        const std::uint32_t usage = X509_get_extended_key_usage(cert);  // all bits without the extension
        if ((usage & (XKU_SSL_CLIENT | XKU_ANYEKU)) == 0) return false;
    }
    return true;
}

}  // namespace

result<certificate_verifier> certificate_verifier::from_pem(std::string_view ca_pem) {
    store_ptr store(X509_STORE_new());
    const reader_ptr in(BIO_new_mem_buf(ca_pem.data(), static_cast<int>(ca_pem.size())));
    if (!store || !in) return error(errc::failed, "OpenSSL cannot create a store of certificates");
    ERR_clear_error();
    std::size_t count = 0;
    while (const http::x509_ptr ca{PEM_read_bio_X509(in.get(), nullptr, refuse_to_ask, nullptr)}) {
        if (X509_STORE_add_cert(store.get(), ca.get()) != 1)
            return error(errc::bad_config, fmt::format("certificate {} cannot be used: {}", count + 1,
                                                       http::take_openssl_error()));
        ++count;
    }
    const unsigned long e = ERR_peek_last_error();
    const bool at_end = ERR_GET_LIB(e) == ERR_LIB_PEM && ERR_GET_REASON(e) == PEM_R_NO_START_LINE;
    if (!at_end)
        return error(errc::bad_config,
                     fmt::format("certificate {} cannot be read: {}", count + 1, http::take_openssl_error()));
    ERR_clear_error();
    if (count == 0)
        return error(errc::bad_config, "data does not contain any valid RSA or ECDSA certificates");
    return certificate_verifier(std::move(store));
}

std::string certificate_verifier::verify(const std::vector<http::x509_ptr>& chain, wall_time now) const {
    X509* const own = chain.front().get();
    // OpenSSL would report an unknown authority first.
    if (std::string why = outside_validity(own, now); !why.empty()) return why;
    const stack_ptr others(sk_X509_new_null());
    const context_ptr ctx(X509_STORE_CTX_new());
    if (!others || !ctx) return "x509: out of memory";
    for (std::size_t i = 1; i < chain.size(); ++i)
        if (sk_X509_push(others.get(), chain[i].get()) == 0) return "x509: out of memory";
    if (X509_STORE_CTX_init(ctx.get(), store_.get(), own, others.get()) != 1) return "x509: out of memory";
    X509_VERIFY_PARAM* const rules = X509_STORE_CTX_get0_param(ctx.get());
    X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_PARTIAL_CHAIN);
    X509_VERIFY_PARAM_set_auth_level(rules, 1);  // no MD5 or SHA-1, no RSA below 1,024 bits
    X509_VERIFY_PARAM_set_time(rules,
                               std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count());
    const bool verified = X509_verify_cert(ctx.get()) == 1;
    ERR_clear_error();
    if (!verified) return text_of_failure(ctx.get(), now);
    if (!may_authenticate_clients(X509_STORE_CTX_get0_chain(ctx.get())))
        return "x509: certificate specifies an incompatible key usage";
    return {};
}

bool certificate_verifier::overlaps(const certificate_verifier& other) const {
    const STACK_OF(X509_OBJECT)* const own = X509_STORE_get0_objects(store_.get());
    const STACK_OF(X509_OBJECT)* const others = X509_STORE_get0_objects(other.store_.get());
    for (int i = 0; i < sk_X509_OBJECT_num(own); ++i)
        for (int j = 0; j < sk_X509_OBJECT_num(others); ++j)
            if (X509_cmp(X509_OBJECT_get0_X509(sk_X509_OBJECT_value(own, i)),
                         X509_OBJECT_get0_X509(sk_X509_OBJECT_value(others, j))) == 0)
                return true;
    return false;
}

std::vector<http::x509_ptr> read_chain(const std::vector<std::string>& der) {
    std::vector<http::x509_ptr> out;
    for (const std::string& each : der) {
        http::x509_ptr cert = read_der(each);
        if (!cert) return {};
        out.push_back(std::move(cert));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
