#pragma once
// Everything between a cluster_config and calls: connections, credentials and the client.

#include "setpoint/client/api_client.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/http/pool.hpp"

namespace setpoint {

class client_tls;

// Everything that rotates is followed: token files, the files of client certificate and CA, and what a
// credential plugin gives; docs/credentials.md says when. Neither copied nor moved. `l` and what `log` writes
// to outlive it; it outlives its calls. Destroying it closes all connections.
class api_connection {
public:
    // `options`: name at least; host and path_prefix are taken from the configuration. `observer` may be
    // null.
    api_connection(loop& l, cluster_config config, const config_sources& sources, logger log,
                   api_client_options options, client_observer* observer = nullptr);
    ~api_connection();
    api_connection(const api_connection&) = delete;
    api_connection& operator=(const api_connection&) = delete;

    const cluster_config& config() const { return config_; }
    api_client& api() { return api_; }
    // Runs the credential plugin, when there is one, for all calls, and ahead of the expiry of what it gave:
    // no call waits for it then whose credentials are still good, and no call's deadline cuts its run short.
    // Until cancelled; returns at once when there is none. Without it calls run the plugin themselves.
    awaitable<void> keep_credentials();
    http::https_pool& connections() { return pool_; }

private:
    cluster_config config_;
    std::unique_ptr<client_tls> tls_;
    std::unique_ptr<exec_plugin> plugin_;
    http::https_pool pool_;
    credentials who_;
    api_client api_;
};

}  // namespace setpoint
