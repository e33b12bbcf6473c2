#pragma once
// Everything that a cluster_config needs to make calls: connections, credentials and the client.
//
//     const auto config = load_config({}, system_sources(), l.wall_now());
//     if (!config) throw fault(config.error());
//     api_connection connected(l, *config, system_sources(), log, options);
//     const auto pods = co_await connected.api().list<core_v1::pod>();

#include "setpoint/client/api_client.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/http/detail/pool.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 {

class client_tls;

// Follows everything that rotates: token files, client certificate and CA files, and the output of
// a credential plugin (docs/credentials.md gives the intervals). Cannot be copied or moved. `l` and
// the sink of `log` must outlive it; it must outlive its calls. The destructor closes all
// connections.
class api_connection {
public:
    // `options` must contain a name; host and path_prefix come from the configuration. `observer`
    // may be null.
    api_connection(loop& l, cluster_config config, const config_sources& sources, logger log,
                   api_client_options options, client_observer* observer = nullptr);
    ~api_connection();
    api_connection(const api_connection&) = delete;
    api_connection& operator=(const api_connection&) = delete;

    const cluster_config& config() const { return config_; }
    api_client& api() { return api_; }
    // Runs the credential plugin, if there is one, on behalf of all calls and before its
    // credentials expire. Calls with valid credentials then never wait for it, and no call's
    // deadline cuts a run short. Runs until cancelled; returns immediately without a plugin. If it is
    // not running, calls run the plugin themselves.
    awaitable<void> keep_credentials();
    http::https_pool& connections() { return pool_; }
    // Sends requests with the credentials of the configuration, and once more with renewed ones after a 401,
    // for clients without credentials. Valid as long as the connection.
    http::transport& authorized() { return authorized_; }
    // Sends a request to any path of the server, such as a discovery document, with the credentials of the
    // configuration, and returns the body of a 2xx response. `r.target` has no path prefix. Makes one
    // attempt, and another one with renewed credentials after a 401. Errors: as for client; too_large for a
    // body over `most` bytes. Cancellation closes the connection.
    awaitable<result<std::string>> send(http::request r, std::size_t most);

private:
    struct authorized_transport final : http::transport {
        explicit authorized_transport(api_connection& by) : of(by) {}
        awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                       http::timeouts t) override;
        api_connection& of;
    };
    awaitable<result<std::string>> try_send(http::request r, std::size_t most, credential_stamp& with);

    cluster_config config_;
    std::unique_ptr<client_tls> tls_;
    std::unique_ptr<exec_plugin> plugin_;
    http::https_pool pool_;
    credentials who_;
    authorized_transport authorized_{*this};
    api_client api_;
};

}}  // namespace setpoint::v0
