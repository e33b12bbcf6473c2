#pragma once
// The kubeconfig that `setpoint apiserver` writes for its clients.

#include "setpoint/core/error.hpp"
#include "setpoint/http/certificates.hpp"

#include <string>

namespace setpoint::cli {

// One cluster, one user and one context, all named setpoint, with everything embedded. `ca_pem` empty: plain
// HTTP, no user.
std::string kubeconfig_text(const std::string& url, const std::string& ca_pem, const http::certificate& user);
// Removes what an earlier run left at `path`, so that the file is there when the server is ready, and not
// before. Error: bad_config, when there is a file of somebody else.
result<> clear_kubeconfig(const std::string& path);

}  // namespace setpoint::cli
