#pragma once
// Tokens of service accounts as credentials (kubernetes, pkg/serviceaccount; apiserver,
// pkg/authentication/serviceaccount).

#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/resources/kind_code.hpp"
#include "apiserver/resources/service_account_token.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// Reads the current state of an object, as in kind_context.
using object_reader = decltype(kind_context::read);

// Without the group system:authenticated (serviceaccount.ServiceAccountInfo.UserInfo).
user_info user_of_account(const token_identity& who);

class account_tokens : public token_authenticator {
public:
    account_tokens(std::shared_ptr<const token_signatures> signatures, object_reader read)
        : signatures_(std::move(signatures)), read_(std::move(read)) {}
    verdict authenticate(const token_query& q) const override;

private:
    std::shared_ptr<const token_signatures> signatures_;
    object_reader read_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
