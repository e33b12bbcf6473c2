#pragma once
// A command's connection to the cluster of a kubeconfig.

#include "setpoint/client/api_connection.hpp"
#include "setpoint/core/log.hpp"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

struct cluster_flags {
    std::string kubeconfig, context;
};
// --kubeconfig and --context, as kubectl's.
void declare_cluster(CLI::App& app, cluster_flags& flags);

// Writes as field manager "setpoint".
class cluster_session {
public:
    // Throws fault: bad_config for a kubeconfig that cannot be used. Connects on the first call.
    explicit cluster_session(const cluster_flags& flags);

    loop& event_loop() { return loop_; }
    client& api() { return connection_->api(); }
    api_connection& connection() { return *connection_; }
    // Runs a coroutine to its end. Throws the fault of its error, with the file and field of the kubeconfig
    // if that is the cause.
    void run(awaitable<result<>> body);

private:
    real_clock time_;
    random_source random_;
    text_sink sink_;
    logger log_;
    loop loop_;
    std::unique_ptr<api_connection> connection_;
};

}}}  // namespace setpoint::v0::cli
