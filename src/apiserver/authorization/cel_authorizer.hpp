#pragma once
// The variable `authorizer` of CEL expressions, for one request (apiserver, pkg/cel/library/authz.go).

#include "apiserver/authorization/authorizer.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class cel_authorizer : public cel::authorizer {
public:
    // `asked` must outlive it.
    cel_authorizer(user_ptr user, const authorization::authorizer& asked)
        : user_(std::move(user)), asked_(asked) {}
    cel::authorization_decision decide(const cel::authorization_request& request) const override;

private:
    user_ptr user_;
    const authorization::authorizer& asked_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
