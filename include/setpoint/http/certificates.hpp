#pragma once
// Creates self-signed certificates: a CA for one server, and the certificates it issues. Not for
// shared clusters.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/secret.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

// PEM. Keys are EC P-256 in SEC1 (RFC 5915). They come from OpenSSL's own generator, not from a
// seed.
struct certificate {
    std::string cert_pem;
    secret key_pem;
};

// Names that are addresses become IP names, others DNS names. Expiry is at now + valid.
struct certificate_request {
    std::string common_name;                   // a user's name, for Kubernetes
    std::vector<std::string> organizations{};  // a user's groups
    std::vector<std::string> names{};          // host names and addresses of a server: "localhost", "::1"
    bool server = false, client = false;       // permitted uses
    duration valid = std::chrono::hours(365 * 24);
};

// All certificates are valid from a little before `now`, to allow for clock differences. `random`
// provides serial numbers. Errors: bad_config for texts that cannot be part of a certificate;
// failed if OpenSSL fails.
result<certificate> make_ca(const std::string& name, wall_time now, random_source& random,
                            duration valid = std::chrono::hours(10 * 365 * 24));
// `ca` is a result of make_ca(), or any other CA with its key.
// Not checked: that `ca` is still valid, or may issue certificates. The key of `ca` must match its
// certificate.
result<certificate> issue_certificate(const certificate& ca, const certificate_request& r, wall_time now,
                                      random_source& random);

}}}  // namespace setpoint::v0::http
