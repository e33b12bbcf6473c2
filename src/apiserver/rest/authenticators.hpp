#pragma once
// Builds the authenticators that the options name.

#include "apiserver/authentication/jwt_configuration.hpp"
#include "apiserver/authentication/open_id_tokens.hpp"
#include "apiserver/authentication/request_authenticator.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"

#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// All but those that need the network. Logs warnings. `w` must outlive them. Throws fault: bad_config.
authentication::authentication_parts local_authenticators(server_state& w, const access_options& o,
                                                          std::shared_ptr<const account_authority> accounts);
std::shared_ptr<const account_authority> authority_of(const access_options& o);
// Of the file or of the flags; empty without either. Throws fault: bad_config, which names the file.
authentication::authentication_configuration configuration_of(const access_options& o);
// The providers of the configuration, whose keys are not known yet.
std::vector<std::unique_ptr<authentication::open_id_tokens>> providers_of(
    const authentication::authentication_configuration& c, const access_options& o,
    const account_authority& accounts);

}}}  // namespace setpoint::v0::apiserver
