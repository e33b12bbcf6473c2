#pragma once
// The subject of an issued certificate: only what Go keeps of the requested one (crypto/x509/pkix,
// Name.FillFromRDNSequence and ToRDNSequence).

#include "framework/http/tls_context.hpp"

#include <openssl/x509.h>

#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

using name_ptr = std::unique_ptr<X509_NAME, http::openssl_free<X509_NAME_free>>;

// The common attributes in Go's order, of the common name and the serial number the last; no other attribute,
// since whoever checks a request sees only these: another one could say who the user is (a UID). Null if
// OpenSSL fails.
name_ptr issued_subject(const X509_NAME* requested);

}}}  // namespace setpoint::v0::apiserver
