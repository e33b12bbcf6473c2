#pragma once
// The provider of the flags --oidc-* (kubernetes, pkg/kubeapiserver/options/authentication.go).

#include "apiserver/authentication/jwt_configuration.hpp"
#include "setpoint/apiserver/access_options.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// As an entry of an AuthenticationConfiguration, which is validated like one of a file. Errors: bad_config in
// the words of kube-apiserver, without an issuer or a client, and for an unknown algorithm.
result<jwt_settings> provider_of(const open_id_options& o);

}}}  // namespace setpoint::v0::apiserver::authentication
