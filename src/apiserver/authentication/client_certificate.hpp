#pragma once
// Users with client certificates: --client-ca-file (apiserver, pkg/authentication/request/x509).

#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/authentication/certificate_verifier.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

struct client_certificate_settings {
    // The feature gate AllowParsingUserUIDFromCertAuth: the UID is that of the subject.
    bool parse_uid = true;
};

// The common name is the user's name, the organizations are the groups. A certificate without a common
// name is ignored; one that does not verify is refused, even if other credentials are missing.
class client_certificate_authenticator : public authenticator {
public:
    explicit client_certificate_authenticator(certificate_verifier cas,
                                              client_certificate_settings settings = {})
        : cas_(std::move(cas)), settings_(settings) {}
    verdict authenticate(const credentials& c) const override;

private:
    certificate_verifier cas_;
    client_certificate_settings settings_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
