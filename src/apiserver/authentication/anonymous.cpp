#include "apiserver/authentication/anonymous.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

verdict anonymous_authenticator::authenticate(const credentials& c) const {
    if (!paths_.empty() && !paths_.contains(c.path)) return {};
    verdict v =
        verdict::of({.name = std::string(anonymous_user), .groups = {std::string(unauthenticated_group)}});
    if (c.audiences != nullptr) v.audiences = *c.audiences;
    return v;
}

}}}  // namespace setpoint::v0::apiserver::authentication
