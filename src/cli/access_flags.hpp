#pragma once
// The flags of access control, which `setpoint apiserver` and the stand-in for kube-apiserver have.

#include "cli/authorization_flags.hpp"
#include "cli/identity_flags.hpp"
#include "setpoint/apiserver/access_options.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct access_flags {
    std::vector<std::string> modes{};             // --authorization-mode
    std::string tokens_file{}, client_ca_file{};  // empty: not given
    bool anonymous = true, bootstrap_tokens = false;
    identity_flags identity{};
    authorization_flags authorization{};

    // Whether clients are authenticated and authorized.
    bool is_on() const { return !modes.empty() || !authorization.config_file.empty(); }
    // Whether a flag was given that has no effect without that.
    bool restricts() const {
        return !tokens_file.empty() || !client_ca_file.empty() || !anonymous || bootstrap_tokens ||
               identity.any_given() || authorization.any_given();
    }
};

// Reads the files. Throws fault: bad_config for a file that cannot be read, and for one of certificates that
// has none.
apiserver::access_options read_access(const access_flags& flags);

}}}  // namespace setpoint::v0::cli
