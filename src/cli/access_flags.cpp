#include "cli/access_flags.hpp"

#include "cli/file.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cli {

apiserver::access_options read_access(const access_flags& flags) {
    apiserver::access_options out;
    out.authorizers = flags.modes;
    out.anonymous = flags.anonymous;
    out.bootstrap_tokens = flags.bootstrap_tokens;
    out.tokens = secret(read_file_of("--token-auth-file", flags.tokens_file));
    out.tokens_name = flags.tokens_file;
    out.client_ca_pem = read_file_of("--client-ca-file", flags.client_ca_file);
    if (!flags.client_ca_file.empty() &&
        out.client_ca_pem.find("-----BEGIN CERTIFICATE-----") == std::string::npos)
        throw fault(errc::bad_config,
                    fmt::format("--client-ca-file: {} contains no certificate in PEM", flags.client_ca_file));
    read_identity(flags.identity, out);
    read_authorization(flags.authorization, out);
    return out;
}

}}}  // namespace setpoint::v0::cli
