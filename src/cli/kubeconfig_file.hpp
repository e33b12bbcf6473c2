#pragma once
// The kubeconfig that `setpoint apiserver` writes for its clients.

#include "setpoint/core/error.hpp"
#include "setpoint/http/certificates.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

// What the user of a kubeconfig presents; either may be empty.
struct client_credentials {
    http::certificate certificate{};
    secret token{};
};
// One cluster, one user and one context, all named setpoint, with embedded certificates. `ca_pem`
// empty: plain HTTP.
std::string kubeconfig_text(const std::string& url, const std::string& ca_pem,
                            const client_credentials& user);
// Removes the file of an earlier run, so that it exists only once the server is ready. Error:
// bad_config if the file was not written by this command, or if it could not be written later.
result<> clear_kubeconfig(const std::string& path);

}}}  // namespace setpoint::v0::cli
