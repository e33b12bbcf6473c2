#pragma once
// A connection to a cluster: makes a client from a configuration.
//
// For programs that use the client without a manager, such as a command-line tool or a job.
// program::run() makes its own connection.

#include "setpoint/client/client.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 {

class connection {
public:
    // Makes no request yet. `name` is the program's name, for the User-Agent and as default field manager.
    // `seen`, if given, is called for each client call. All references must outlive the connection.
    connection(loop& l, cluster_config config, std::string name, logger log, metrics& m,
               std::function<void(const call&)> seen = {});
    ~connection();
    // Valid as long as the connection. Its calls must have ended before the connection is destroyed.
    setpoint::client& client();
    // Refreshes credentials from a plugin before they expire, until cancelled; see api_connection.
    // Without it calls still work, but some wait for the plugin.
    awaitable<void> keep_credentials();
    // Requests the server's version, to detect a wrong configuration early. Errors: bad_config, with file and
    // field, if the server's certificate is refused; unreachable and other errors as from any request.
    awaitable<result<>> probe();
    // Sends any request with these credentials; see api_connection::authorized().
    http::transport& transport();

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

// A client of another transport, which has the credentials: for a recorded manager and its replay.
class detached_connection {
public:
    // `host` and `path_prefix` are those of the cluster's configuration. All references must outlive it.
    detached_connection(loop& l, http::transport& net, std::string name, std::string host,
                        std::string path_prefix, logger log, metrics& m);
    ~detached_connection();
    // Valid as long as the connection. Its calls must have ended before the connection is destroyed.
    setpoint::client& client();

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}}  // namespace setpoint::v0
