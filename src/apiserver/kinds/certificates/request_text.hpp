#pragma once
// The PEM texts of a CertificateSigningRequest.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// What is wrong with spec.request or status.certificate, which are base64; "" if nothing is.
std::string wrong_in_request(std::string_view base64);
std::string wrong_in_certificate(std::string_view base64);

}}}  // namespace setpoint::v0::apiserver
