#pragma once
// A client's certificate: its subject as Go's crypto/x509 reads it, and its names in messages.

#include "framework/http/tls_context.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

struct certificate_subject {
    std::string common_name{};                 // the last one
    std::vector<std::string> organizations{};  // in order
    std::vector<std::string> uids{};           // 1.3.6.1.4.1.57683.2
};

// Null if it is not exactly one certificate.
http::x509_ptr read_der(std::string_view der);
// Nothing if an attribute of the subject is not a string that Go accepts.
std::optional<certificate_subject> subject_of(const X509_NAME* name);
std::optional<certificate_subject> subject_of(X509* cert);
// "SN=3, SKID=AB:CD, AKID="
std::string certificate_identifier(X509* cert);
// SHA-256 of the certificate in hexadecimal.
std::string fingerprint(std::string_view der);

}}}  // namespace setpoint::v0::apiserver::authentication
