#pragma once
// The protocol with a credential plugin: ExecCredential of client.authentication.k8s.io. No I/O.
// https://kubernetes.io/docs/reference/config-api/client-authentication.v1/

#include "setpoint/client/credential_settings.hpp"
#include "setpoint/core/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

struct exec_credential {
    secret token;          // may be empty if there is a certificate
    std::string cert_pem;  // set together with key_pem
    secret key_pem;
    // Empty: valid until it is refused. In seconds, since some plugins return the year 9999.
    std::optional<std::chrono::sys_seconds> expires;
};

// Returns the value of KUBERNETES_EXEC_INFO.
secret exec_info(const exec_settings& s);

// Parses the plugin's output. Errors: bad_data with the reason; it quotes nothing of the output.
result<exec_credential> parse_exec_answer(std::string_view printed, std::string_view api_version);

}}  // namespace setpoint::v0
