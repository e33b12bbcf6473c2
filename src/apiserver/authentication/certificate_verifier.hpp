#pragma once
// Verifies certificates of clients against a bundle of CAs, with the rules and the errors of Go's
// crypto/x509.

#include "framework/http/tls_context.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

class certificate_verifier {
public:
    // Each certificate in `ca_pem` is trusted whether or not it is self-signed. Errors: bad_config.
    static result<certificate_verifier> from_pem(std::string_view ca_pem);

    // `chain`: the client's certificate, then intermediates in any order; not empty. "" if a path to a CA
    // exists in which all certificates are valid at `now` and may authenticate clients.
    std::string verify(const std::vector<http::x509_ptr>& chain, wall_time now) const;

    // Whether a CA is in both.
    bool overlaps(const certificate_verifier& other) const;

private:
    using store_ptr = std::unique_ptr<X509_STORE, http::openssl_free<X509_STORE_free>>;
    explicit certificate_verifier(store_ptr store) : store_(std::move(store)) {}
    store_ptr store_;
};

// The certificates of a TLS client, or nothing if one is malformed.
std::vector<http::x509_ptr> read_chain(const std::vector<std::string>& der);

}}}  // namespace setpoint::v0::apiserver::authentication
