#pragma once
// A certificate request (PKCS #10), as Go's crypto/x509 reads it.

#include "apiserver/authentication/certificate.hpp"
#include "setpoint/core/error.hpp"

#include <openssl/x509.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The alternative names that it asks for.
struct requested_names {
    std::size_t dns = 0, addresses = 0, emails = 0, uris = 0;
};

struct signing_request {
    authentication::certificate_subject subject{};
    requested_names names{};
    std::shared_ptr<X509_REQ> parsed{};  // never null
};

// Of spec.request, in base64: the first PEM block in it. Errors: bad_data, with the words of
// certificates.ParseCSR; a malformed request is described in general terms.
result<signing_request> read_signing_request(std::string_view base64);

}}}  // namespace setpoint::v0::apiserver
