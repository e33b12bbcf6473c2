#include "apiserver/kinds/certificates/signing_request.hpp"

#include "framework/core/base64.hpp"
#include "framework/http/tls_context.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <optional>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Of spec.request after decoding; a request body is not longer either.
constexpr std::size_t longest_request = 4 * 1024 * 1024;

void free_bytes(void* p) {
    OPENSSL_free(p);
}
void free_extensions(STACK_OF(X509_EXTENSION) * all) {
    sk_X509_EXTENSION_pop_free(all, X509_EXTENSION_free);
}
using bio_ptr = std::unique_ptr<BIO, http::openssl_free<BIO_free>>;
template <class T>
using bytes_ptr = std::unique_ptr<T, http::openssl_free<free_bytes>>;
using extensions_ptr = std::unique_ptr<STACK_OF(X509_EXTENSION), http::openssl_free<free_extensions>>;
using names_ptr = std::unique_ptr<GENERAL_NAMES, http::openssl_free<GENERAL_NAMES_free>>;

// The bytes of the first block if it is a request.
std::optional<std::string> first_block(const std::string& pem) {
    if (pem.size() > longest_request) return std::nullopt;
    const bio_ptr in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    char *type = nullptr, *header = nullptr;
    unsigned char* data = nullptr;
    long size = 0;
    if (!in || PEM_read_bio(in.get(), &type, &header, &data, &size) != 1) return std::nullopt;
    const bytes_ptr<char> type_owner(type), header_owner(header);
    const bytes_ptr<unsigned char> data_owner(data);
    if (std::string_view(type) != "CERTIFICATE REQUEST") return std::nullopt;
    return std::string(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
}

requested_names names_in(X509_REQ* request) {
    requested_names out;
    const extensions_ptr extensions(X509_REQ_get_extensions(request));
    if (!extensions) return out;
    const names_ptr names(static_cast<GENERAL_NAMES*>(
        X509V3_get_d2i(extensions.get(), NID_subject_alt_name, nullptr, nullptr)));
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const int type = sk_GENERAL_NAME_value(names.get(), i)->type;
        out.dns += type == GEN_DNS ? 1 : 0;
        out.addresses += type == GEN_IPADD ? 1 : 0;
        out.emails += type == GEN_EMAIL ? 1 : 0;
        out.uris += type == GEN_URI ? 1 : 0;
    }
    return out;
}

}  // namespace

result<signing_request> read_signing_request(std::string_view base64) {
    const auto pem = base64_decode(base64);
    const auto der = pem ? first_block(*pem) : std::nullopt;
    ERR_clear_error();
    if (!der) return error(errc::bad_data, "PEM block type must be CERTIFICATE REQUEST");
    error malformed(errc::bad_data, "asn1: structure error: malformed certificate request");
    const auto* at = reinterpret_cast<const unsigned char*>(der->data());
    const unsigned char* const end = at + der->size();
    signing_request out;
    out.parsed.reset(d2i_X509_REQ(nullptr, &at, static_cast<long>(der->size())), X509_REQ_free);
    ERR_clear_error();
    if (!out.parsed || at != end) return malformed;
    auto subject = authentication::subject_of(X509_REQ_get_subject_name(out.parsed.get()));
    if (!subject) return malformed;
    out.subject = std::move(*subject);
    out.names = names_in(out.parsed.get());
    ERR_clear_error();
    return out;
}

}}}  // namespace setpoint::v0::apiserver
