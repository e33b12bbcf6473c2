#pragma once
// Tokens of service accounts as credentials (kubernetes, pkg/serviceaccount; apiserver,
// pkg/authentication/serviceaccount).

#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/resources/kind_code.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "setpoint/core/secret.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// Reads the current state of an object, as in kind_context.
using object_reader = decltype(kind_context::read);

// Without the group system:authenticated (serviceaccount.ServiceAccountInfo.UserInfo).
user_info user_of_account(const token_identity& who);

class account_tokens : public token_authenticator {
public:
    // `key`: what the server signs tokens with; random, not public_token_key().
    account_tokens(secret key, std::vector<std::string> api_audiences, object_reader read)
        : key_(std::move(key)), audiences_(std::move(api_audiences)), read_(std::move(read)) {}
    verdict authenticate(const token_query& q) const override;

private:
    secret key_;
    std::vector<std::string> audiences_;
    object_reader read_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
