#pragma once
// The way to a cluster: configuration in, client out.

#include "setpoint/client/client.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"

#include <functional>
#include <memory>

namespace setpoint {

class connection {
public:
    // Opens nothing yet. `name`: of the program, for the User-Agent and as default field owner. `seen`, when
    // given, is told each call that is made. References outlive the connection.
    connection(loop& l, cluster_config config, std::string name, logger log, metrics& m,
               std::function<void(const call&)> seen = {});
    ~connection();
    setpoint::client& client();
    // Keeps credentials that a plugin gives fresh, until cancelled; see api_connection.
    awaitable<void> keep_credentials();
    // Asks the server for its version, to learn early what waiting does not cure: bad_config when its
    // certificate is refused, with file and field; unreachable and others as they come.
    awaitable<result<>> probe();

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace setpoint
