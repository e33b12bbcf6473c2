#pragma once
// TLS certificates and their keys.

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The error of Go's tls.X509KeyPair for PEM data; "" if the key belongs to the certificate.
std::string key_pair_error(const std::string& certificate, const std::string& key);

}}}  // namespace setpoint::v0::apiserver
