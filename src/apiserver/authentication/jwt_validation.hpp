#pragma once
// What may be in an AuthenticationConfiguration (apiserver, pkg/apis/apiserver/validation). Messages are
// those of kube-apiserver.

#include "apiserver/authentication/jwt_configuration.hpp"
#include "apiserver/schema/api_error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// All but the expressions, the mappings and the rules, which claim_mapper checks, and the issuers alone.
// `accounts`: the issuers of service account tokens, which cannot be those of others.
field_errors validate(const authentication_configuration& c, const std::vector<std::string>& accounts);
// Without a look at other issuers.
void validate_issuer(const jwt_settings& s, const std::string& path, field_errors& errors);
void validate_extra_key(std::string_view key, const std::string& path, field_errors& errors);

}}}  // namespace setpoint::v0::apiserver::authentication
