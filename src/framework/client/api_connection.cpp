#include "setpoint/client/api_connection.hpp"

#include "framework/client/client_tls.hpp"
#include "framework/client/exec_plugin.hpp"

namespace setpoint { inline namespace v0 {

namespace {

api_client_options completed(api_client_options o, const cluster_config& c) {
    o.host = c.server.authority();
    o.path_prefix = c.path_prefix;
    return o;
}

http::pool_options through(const cluster_config& c, client_tls& tls) {
    http::pool_options o;
    o.via = c.proxy;
    o.refused = [&tls] { return tls.check(); };
    return o;
}

std::unique_ptr<exec_plugin> plugin_of(loop& l, const cluster_config& c, client_tls& tls, const logger& log) {
    if (!c.credentials.exec) return nullptr;
    return std::make_unique<exec_plugin>(
        l, *c.credentials.exec, [&l](command run) { return run_command(l, std::move(run)); },
        [&tls](const std::string& cert, const secret& key) { return tls.use_pair(cert, key); }, log);
}

}  // namespace

api_connection::api_connection(loop& l, cluster_config config, const config_sources& sources, logger log,
                               api_client_options options, client_observer* observer)
    : config_(std::move(config)),
      tls_(std::make_unique<client_tls>(config_, l.time(), sources.read_file, log)),
      plugin_(plugin_of(l, config_, *tls_, log)),
      pool_(
          l, config_.server, [this] { return tls_->current(); }, through(config_, *tls_)),
      who_(config_.credentials, l.time(), sources.read_file, log, plugin_.get(),
           {[this] { return tls_->version(); }, [this] { tls_->check(); }}),
      api_(l, pool_, who_, std::move(log), completed(std::move(options), config_), observer) {}

api_connection::~api_connection() = default;

awaitable<void> api_connection::keep_credentials() {
    if (plugin_) co_await plugin_->serve();
}

}}  // namespace setpoint::v0
