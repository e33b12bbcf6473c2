#pragma once
// The flags of a configuration file for authorization and of a webhook that authorizes, which `setpoint
// apiserver` and the stand-in for kube-apiserver have.

#include "setpoint/apiserver/access_options.hpp"

#include <string>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

// Empty: not given.
struct authorization_flags {
    std::string config_file{};   // --authorization-config
    std::string policy_file{};   // --authorization-policy-file
    std::string webhook_file{};  // --authorization-webhook-config-file
    // --authorization-webhook-version, -cache-authorized-ttl and -cache-unauthorized-ttl
    std::string webhook_version{}, authorized_ttl{}, unauthorized_ttl{};

    bool any_given() const {
        return !config_file.empty() || !policy_file.empty() || !webhook_file.empty() ||
               !webhook_version.empty() || !authorized_ttl.empty() || !unauthorized_ttl.empty();
    }
};

void declare_authorization(CLI::App& f, authorization_flags& to);
// Reads the files. Throws fault: bad_config, which names the flag.
void read_authorization(const authorization_flags& flags, apiserver::access_options& to);

}}}  // namespace setpoint::v0::cli
