// plugin/pkg/admission/certificates/subjectrestriction.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view client_signer = "kubernetes.io/kube-apiserver-client";
constexpr std::size_t longest_request = 1024 * 1024;

// The organizations of the subject; none if it is not a request, which validation has refused.
std::vector<std::string> organizations_of(const std::string& pem) {
    std::vector<std::string> out;
    if (pem.size() > longest_request) return out;
    const std::unique_ptr<BIO, decltype(&BIO_free)> from(
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
    if (!from) return out;
    const std::unique_ptr<X509_REQ, decltype(&X509_REQ_free)> request(
        PEM_read_bio_X509_REQ(from.get(), nullptr, nullptr, nullptr), X509_REQ_free);
    if (!request) return out;
    X509_NAME* const subject = X509_REQ_get_subject_name(request.get());
    for (int at = X509_NAME_get_index_by_NID(subject, NID_organizationName, -1); at >= 0;
         at = X509_NAME_get_index_by_NID(subject, NID_organizationName, at)) {
        unsigned char* text = nullptr;
        const int size =
            ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
        if (size < 0) continue;
        out.emplace_back(text, text + size);
        OPENSSL_free(text);
    }
    return out;
}

}  // namespace

api_result<> certificate_subject_validate(admission_request& q) {
    if (!q.is_create_of("certificatesigningrequests.certificates.k8s.io")) return {};
    const bj::object& spec = object_of(q.object, "spec");
    if (text_at(spec, "signerName") != client_signer) return {};
    const auto pem = base64_decode(text_at(spec, "request"));
    if (!pem) return {};
    const std::vector<std::string> organizations = organizations_of(*pem);
    if (std::ranges::find(organizations, "system:masters") == organizations.end()) return {};
    return q.refuse(
        "use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed");
}

}}}  // namespace setpoint::v0::apiserver
