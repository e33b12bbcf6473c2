#pragma once
// Tokens with which new nodes join: Secrets of the type bootstrap.kubernetes.io/token in kube-system
// (kubernetes, plugin/pkg/auth/authenticator/token/bootstrap; cluster-bootstrap).

#include "apiserver/authentication/account_tokens.hpp"
#include "apiserver/authentication/authenticator.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// "system:bootstrap:ID" in the group system:bootstrappers and those that the Secret names. Tokens of another
// form, and tokens that no valid Secret matches, are left to other authenticators.
class bootstrap_tokens : public token_authenticator {
public:
    bootstrap_tokens(std::vector<std::string> api_audiences, object_reader read)
        : audiences_(std::move(api_audiences)), read_(std::move(read)) {}
    verdict authenticate(const token_query& q) const override;

private:
    verdict of_secret(const token_query& q) const;

    std::vector<std::string> audiences_;
    object_reader read_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
