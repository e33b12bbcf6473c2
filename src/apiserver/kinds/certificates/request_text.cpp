#include "apiserver/kinds/certificates/request_text.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct release_openssl {
    void operator()(BIO* b) const { BIO_free(b); }
    void operator()(X509* x) const { X509_free(x); }
    void operator()(X509_REQ* r) const { X509_REQ_free(r); }
    void operator()(char* p) const { OPENSSL_free(p); }
    void operator()(unsigned char* p) const { OPENSSL_free(p); }
};
template <class T>
using openssl_ptr = std::unique_ptr<T, release_openssl>;

struct pem_block {
    std::string type, headers, bytes;
};

std::string decoded(std::string_view base64) {
    std::string out(base64.size() / 4 * 3, '\0');
    const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(base64.data()),
                                     static_cast<int>(base64.size()));
    if (size < 0) return {};
    const std::size_t padding = base64.ends_with("==") ? 2 : base64.ends_with('=') ? 1 : 0;
    out.resize(static_cast<std::size_t>(size) - padding);
    return out;
}

std::vector<pem_block> pem_blocks(const std::string& text) {
    std::vector<pem_block> out;
    const openssl_ptr<BIO> in(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    while (in) {
        char *type = nullptr, *header = nullptr;
        unsigned char* data = nullptr;
        long size = 0;
        if (PEM_read_bio(in.get(), &type, &header, &data, &size) != 1) break;
        const openssl_ptr<char> type_owner(type), header_owner(header);
        const openssl_ptr<unsigned char> data_owner(data);
        out.push_back(
            {type, header, std::string(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size))});
    }
    return out;
}

bool is_certificate(const std::string& der) {
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    const openssl_ptr<X509> found(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
    return found != nullptr;
}

}  // namespace

std::string wrong_in_request(std::string_view base64) {
    const std::vector<pem_block> blocks = pem_blocks(decoded(base64));
    if (blocks.empty() || blocks.front().type != "CERTIFICATE REQUEST")
        return "PEM block type must be CERTIFICATE REQUEST";
    const std::string& der = blocks.front().bytes;
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    const openssl_ptr<X509_REQ> request(d2i_X509_REQ(nullptr, &at, static_cast<long>(der.size())));
    if (request == nullptr) return "asn1: structure error: malformed certificate request";
    const int verified = X509_REQ_verify(request.get(), X509_REQ_get0_pubkey(request.get()));
    return verified == 1 ? "" : "x509: signature of the request is invalid";
}

std::string wrong_in_certificate(std::string_view base64) {
    if (base64.empty()) return {};
    const std::vector<pem_block> blocks = pem_blocks(decoded(base64));
    for (const pem_block& b : blocks) {
        if (b.type != "CERTIFICATE")
            return fmt::format("only CERTIFICATE PEM blocks are allowed, found \"{}\"", b.type);
        if (!b.headers.empty()) return "no PEM block headers are permitted";
        if (b.bytes.empty()) return "found CERTIFICATE PEM block containing 0 certificates";
        if (!is_certificate(b.bytes)) return "x509: malformed certificate";
    }
    return blocks.empty() ? "must contain at least one CERTIFICATE PEM block" : "";
}

}}}  // namespace setpoint::v0::apiserver
