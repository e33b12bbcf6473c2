#pragma once
// The flags --oidc-*, which `setpoint apiserver` and the stand-in for kube-apiserver have.

#include "setpoint/apiserver/access_options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

// Nothing: not given.
struct open_id_flags {
    std::optional<std::string> issuer_url{}, client_id{}, ca_file{}, username_claim{}, username_prefix{},
        groups_claim{}, groups_prefix{};
    // CLAIM=VALUE, and names; empty: not given.
    std::vector<std::string> required_claims{}, signing_algorithms{};

    bool any_given() const;
};

void declare_open_id(CLI::App& f, open_id_flags& to);
// Nothing if no flag is given. Reads the file of the CAs. Throws fault: bad_config, which names the flag.
std::optional<apiserver::open_id_options> read_open_id(const open_id_flags& flags);

}}}  // namespace setpoint::v0::cli
