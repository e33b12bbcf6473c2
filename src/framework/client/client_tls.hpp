#pragma once
// The TLS context to the API server: of the configuration, of its files as they change, and of the client
// certificate that a credential plugin gives.

#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/tls_reload.hpp"

#include <cstdint>

namespace setpoint {

// Neither copied nor moved.
class client_tls {
public:
    // `now` and what `log` writes to outlive it. Only what `config` has of a file is followed.
    client_tls(const cluster_config& config, const clock& now, http::tls_reload::file_reader read_file,
               logger log);

    // For a new connection. Null for http.
    http::tls_context_ptr current();
    // Looks at the files at once; true when there is another context now.
    bool check() { return reload_.check(); }
    // Uses this client certificate from now on; both empty: none. Error: says which of them is wrong; the old
    // context stays.
    result<> use_pair(const std::string& cert_pem, const secret& key_pem);
    // Counts contexts.
    std::uint64_t version();

private:
    result<http::tls_context_ptr> make(const std::vector<secret>& contents, wall_time now);

    const clock& clock_;
    http::tls_settings settings_;
    bool tls_;
    // What each followed file is for, in the order of the reload's files.
    enum class part : std::uint8_t { ca, certificate, key };
    std::vector<part> parts_;
    http::tls_reload reload_;
    http::tls_context_ptr last_;
    std::uint64_t version_ = 0;
};

}  // namespace setpoint
