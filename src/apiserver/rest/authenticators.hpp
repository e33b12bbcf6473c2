#pragma once
// Builds the authenticators that the options name.

#include "apiserver/authentication/request_authenticator.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

// All but those that need the network. Logs warnings. `w` must outlive them. Throws fault: bad_config.
authentication::authentication_parts local_authenticators(server_state& w, const access_options& o,
                                                          std::shared_ptr<const account_authority> accounts);
std::shared_ptr<const account_authority> authority_of(const access_options& o);

}}}  // namespace setpoint::v0::apiserver
