#pragma once
// The embedded API server behind a port: with certificates, and the kubeconfig for its clients.

#include "cli/kubeconfig_file.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/certificates.hpp"
#include "setpoint/http/peer.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

struct api_host_options {
    http::listen_address at;
    bool tls = true;
    std::size_t max_connections = 4096;
    apiserver::server_options api;
    // Called around each request from a socket; what it returns lives as long as that. Empty: not called.
    std::function<std::shared_ptr<void>(const http::server_request&)> on_socket_request{};
    // Answers requests from sockets instead of the API, to which it may pass them on. Empty: not called.
    std::function<awaitable<http::response>(const http::server_request&, const http::server::handler& next)>
        gate{};
    std::string flag = "--port";                     // named in the error if the port is taken
    std::optional<http::certificate> certificate{};  // of the server, instead of one that a new CA issues
};

// Webhooks are called. `l`, and the sink of `log`, must outlive it; stop() must return before it is
// destroyed.
class api_host {
public:
    api_host(loop& l, logger log, api_host_options options);

    // Listens, and starts the controllers in `tasks`. Errors: bad_config if it cannot listen on the address.
    result<> start(task_scope& tasks);
    // How long requests may take to finish after a stop was requested.
    static constexpr duration stop_limit = std::chrono::seconds(5);
    // Stops to listen; requests in progress may finish. Stop the tasks afterwards.
    awaitable<void> stop(duration limit = stop_limit);

    apiserver::server& api() { return *api_; }
    // For clients on this machine. Precondition: start().
    std::string url() const;
    secret kubeconfig() const;

private:
    void add_administrator();
    http::server_options listening() const;
    awaitable<http::response> handle(const http::server_request& r);

    api_host_options options_;
    http::certificate ca_, server_;
    client_credentials client_;
    http::tls_context_ptr tls_;
    std::optional<apiserver::server> api_;
    http::server::handler to_api_;  // for the gate
    std::optional<http::server> listener_;
};

// A new CA, and the certificate of a server that listens on `host`, issued by it.
struct host_certificates {
    http::certificate ca, server;
};
host_certificates make_host_certificates(const std::string& host, wall_time now, random_source& random);

// Each watch holds a connection: raises the limit of open files to what the system permits.
void raise_file_limit();

}}}  // namespace setpoint::v0::cli
