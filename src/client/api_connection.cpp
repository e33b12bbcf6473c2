#include <setpoint/client/api_connection.hpp>

namespace setpoint {

namespace {

api_client_options completed(api_client_options o, const cluster_config& c) {
    o.host = c.server.authority();
    o.path_prefix = c.path_prefix;
    return o;
}

}  // namespace

api_connection::api_connection(loop& l, cluster_config config, const config_sources& sources, logger log,
                               api_client_options options, client_observer* observer)
    : config_(std::move(config)),
      pool_(l, config_.server, [this] { return config_.tls_context; }),
      who_(config_.credentials, l.time(), sources.read_file, log),
      api_(l, pool_, who_, std::move(log), completed(std::move(options), config_), observer) {}

}  // namespace setpoint
