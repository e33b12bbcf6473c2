#pragma once
// clang-format off
// CertificateSigningRequest (certificates.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace certificates_v1 {

struct certificate_signing_request_spec {
    std::string request{};
    interned_string signer_name{};
    std::optional<std::int32_t> expiration_seconds{};
    std::vector<interned_string> usages{};
    interned_string username{};
    interned_string uid{};
    std::vector<interned_string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    template <class Self = certificate_signing_request_spec>
    static constexpr auto describe() {
        return schema::object(
            "CertificateSigningRequestSpec contains the certificate request.",
            schema::field(&Self::request, "request",
                          "request contains an x509 certificate signing request encoded in a "
                          "\"CERTIFICATE REQUEST\" PEM block."),
            schema::field(&Self::signer_name, "signerName",
                          "signerName indicates the requested signer, and is a qualified name."),
            schema::field(&Self::expiration_seconds, "expirationSeconds",
                          "expirationSeconds is the requested duration of validity of the issued "
                          "certificate."),
            schema::field(&Self::usages, "usages",
                          "usages specifies a set of key usages requested in the issued certificate."),
            schema::field(&Self::username, "username",
                          "username contains the name of the user that created the "
                          "CertificateSigningRequest."),
            schema::field(&Self::uid, "uid",
                          "uid contains the uid of the user that created the CertificateSigningRequest.",
                          schema::unique),
            schema::field(&Self::groups, "groups",
                          "groups contains group membership of the user that created the "
                          "CertificateSigningRequest."),
            schema::field(&Self::extra, "extra",
                          "extra contains extra attributes of the user that created the "
                          "CertificateSigningRequest."));
    }
};

struct certificate_signing_request_status {
    std::vector<condition> conditions{};
    std::string certificate{};

    template <class Self = certificate_signing_request_status>
    static constexpr auto describe() {
        return schema::object(
            "CertificateSigningRequestStatus contains conditions used to indicate approved/denied/failed "
            "status of the request, and the issued certificate.",
            schema::field(&Self::conditions, "conditions", "conditions applied to the request.",
                          schema::list_map("type")),
            schema::field(&Self::certificate, "certificate",
                          "certificate is populated with an issued certificate by the signer after an "
                          "Approved condition is present."));
    }
};

struct certificate_signing_request {
    object_meta metadata{};
    certificate_signing_request_spec spec{};
    certificate_signing_request_status status{};

    static constexpr auto kind() {
        return builtin_kind("certificates.k8s.io", "v1", "CertificateSigningRequest",
                            "certificatesigningrequests").cluster_scoped();
    }
    template <class Self = certificate_signing_request>
    static constexpr auto describe() {
        return schema::object(
            "CertificateSigningRequest objects provide a mechanism to obtain x509 certificates by "
            "submitting a certificate signing request, and having it asynchronously ...",
            schema::field(&Self::metadata, "metadata", ""),
            schema::field(&Self::spec, "spec",
                          "spec contains the certificate request, and is immutable after creation."),
            schema::field(&Self::status, "status",
                          "status contains information about whether the request is approved or denied, "
                          "and the certificate issued by the signer, or the failure condition indicating "
                          "..."));
    }
};

}}}  // namespace setpoint::v0::certificates_v1

SETPOINT_BUILT_IN_KIND(setpoint::certificates_v1::certificate_signing_request);
