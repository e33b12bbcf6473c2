#pragma once
// What we and a credential plugin say to each other: ExecCredential of client.authentication.k8s.io. No I/O.
// https://kubernetes.io/docs/reference/config-api/client-authentication.v1/

#include "setpoint/client/credential_settings.hpp"
#include "setpoint/core/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint {

struct exec_credential {
    secret token;          // may be empty when there is a certificate
    std::string cert_pem;  // with key_pem, or both empty
    secret key_pem;
    // None: good until it is refused. In seconds: some plugins say the year 9999.
    std::optional<std::chrono::sys_seconds> expires;
};

// The value of KUBERNETES_EXEC_INFO.
secret exec_info(const exec_settings& s);

// What the plugin printed. Error: bad_data, which says what is wrong and quotes nothing of it.
result<exec_credential> parse_exec_answer(std::string_view printed, std::string_view api_version);

}  // namespace setpoint
