#pragma once
// Certificates of our own making: a CA for one server, and what it issues. Not for clusters that people
// share.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/secret.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace setpoint::http {

// PEM. Keys are EC P-256 in SEC1 (RFC 5915), from OpenSSL's own generator: no seed leads to them.
struct certificate {
    std::string cert_pem;
    secret key_pem;
};

struct certificate_request {
    std::string common_name;                   // a user's name, for Kubernetes
    std::vector<std::string> organizations{};  // a user's groups
    std::vector<std::string> names{};          // host names and addresses of a server: "localhost", "::1"
    bool server = false, client = false;       // what it may be used for
    duration valid = std::chrono::hours(365 * 24);
};

// All are valid from a little before `now`, since clocks differ. `random` gives serial numbers. Error:
// bad_config, for texts that cannot stand in a certificate; failed, when OpenSSL does not do it.
result<certificate> make_ca(const std::string& name, wall_time now, random_source& random);
// `ca` is one that make_ca() made; or any with its key.
result<certificate> issue_certificate(const certificate& ca, const certificate_request& r, wall_time now,
                                      random_source& random);

}  // namespace setpoint::http
