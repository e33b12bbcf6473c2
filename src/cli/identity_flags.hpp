#pragma once
// The flags that say how clients prove who they are, beyond tokens in files and client certificates: keys of
// service accounts, and proxies. `setpoint apiserver` and the stand-in for kube-apiserver have them.

#include "cli/open_id_flags.hpp"
#include "setpoint/apiserver/access_options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

// Empty: not given.
struct identity_flags {
    // --service-account-signing-key-file, --service-account-key-file, --service-account-issuer,
    // --api-audiences
    std::string signing_key_file{};
    std::vector<std::string> verifying_key_files{}, issuers{}, api_audiences{};
    // --requestheader-*
    std::string proxy_ca_file{};
    std::vector<std::string> proxy_names{}, username_headers{}, uid_headers{}, group_headers{},
        extra_prefixes{};

    // --authentication-config, and --authentication-token-webhook-config-file, -cache-ttl and -version
    std::string config_file{}, webhook_file{}, webhook_ttl = "2m", webhook_version = "v1beta1";
    open_id_flags open_id{};

    bool any_given() const;
};

void declare_identity(CLI::App& f, identity_flags& to);
// Reads the files. Throws fault: bad_config, which names the flag.
void read_identity(const identity_flags& flags, apiserver::access_options& to);

}}}  // namespace setpoint::v0::cli
