// Checks that a key belongs to a certificate. Errors are those of Go's crypto/tls.

#include "apiserver/kinds/core/key_pair.hpp"

#include "apiserver/kinds/shared/warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct release {
    void operator()(BIO* b) const { BIO_free(b); }
    void operator()(X509* x) const { X509_free(x); }
    void operator()(EVP_PKEY* k) const { EVP_PKEY_free(k); }
    template <class T>
    void operator()(T* p) const {
        OPENSSL_free(p);
    }
};
template <class T>
using owned = std::unique_ptr<T, release>;

struct block {
    std::string type, bytes;
};

std::vector<block> blocks_of(const std::string& text) {
    std::vector<block> out;
    const owned<BIO> in(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    while (in) {
        char *type = nullptr, *header = nullptr;
        unsigned char* data = nullptr;
        long size = 0;
        if (PEM_read_bio(in.get(), &type, &header, &data, &size) != 1) break;
        const owned<char> type_owner(type), header_owner(header);
        const owned<unsigned char> data_owner(data);
        out.push_back(
            {type, std::string(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size))});
    }
    return out;
}

bool is_key(const block& b) {
    return b.type == "PRIVATE KEY" || b.type.ends_with(" PRIVATE KEY");
}

// The first block of a wanted type; `others` collects the types of the blocks before it.
template <class F>
const block* first(const std::vector<block>& blocks, F wanted, texts& others) {
    for (const block& b : blocks) {
        if (wanted(b)) return &b;
        others.push_back(b.type);
    }
    return nullptr;
}

std::string no_certificate(const texts& others) {
    if (others.empty()) return "tls: failed to find any PEM data in certificate input";
    if (others.size() == 1 && others[0].ends_with("PRIVATE KEY"))
        return "tls: failed to find certificate PEM data in certificate input, but did find a private key; "
               "PEM inputs may have been switched";
    return fmt::format(
        "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping "
        "PEM blocks of the following types: [{}]",
        fmt::join(others, " "));
}

std::string no_key(const texts& others) {
    if (others.empty()) return "tls: failed to find any PEM data in key input";
    if (others.size() == 1 && others[0] == "CERTIFICATE")
        return "tls: found a certificate rather than a key in the PEM for the private key";
    return fmt::format(
        "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after "
        "skipping PEM blocks of the following types: [{}]",
        fmt::join(others, " "));
}

}  // namespace

std::string key_pair_error(const std::string& certificate, const std::string& key) {
    const std::vector<block> certificates = blocks_of(certificate), keys = blocks_of(key);
    texts others;
    const block* const first_certificate =
        first(certificates, [](const block& b) { return b.type == "CERTIFICATE"; }, others);
    if (!first_certificate) return no_certificate(others);
    others.clear();
    const block* const first_key = first(keys, is_key, others);
    if (!first_key) return no_key(others);
    const auto* at = reinterpret_cast<const unsigned char*>(first_certificate->bytes.data());
    const owned<X509> parsed(d2i_X509(nullptr, &at, static_cast<long>(first_certificate->bytes.size())));
    if (!parsed) return "x509: malformed certificate";
    at = reinterpret_cast<const unsigned char*>(first_key->bytes.data());
    const owned<EVP_PKEY> secret(
        d2i_AutoPrivateKey(nullptr, &at, static_cast<long>(first_key->bytes.size())));
    if (!secret) return "tls: failed to parse private key";
    EVP_PKEY* const public_key = X509_get0_pubkey(parsed.get());
    if (!public_key) return "tls: unknown public key algorithm";
    if (EVP_PKEY_get_base_id(public_key) != EVP_PKEY_get_base_id(secret.get()))
        return "tls: private key type does not match public key type";
    return EVP_PKEY_eq(public_key, secret.get()) == 1 ? "" : "tls: private key does not match public key";
}

}}}  // namespace setpoint::v0::apiserver
