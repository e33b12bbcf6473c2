#pragma once
// The listeners of a manager: probes and metrics, apart from each other.

#include "framework/manager/own_certificate.hpp"
#include "framework/manager/scrape_guard.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/http/tls_reload.hpp"
#include "setpoint/manager/health.hpp"
#include "setpoint/manager/manager.hpp"

#include <optional>

namespace setpoint {

struct manager::servers {
    // `debug` makes the document of /debug/setpoint; empty: there is no such path. `api`: for the reviews of
    // those who read metrics. All references outlive the servers.
    servers(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m,
            const health_checks& health, const health_checks& ready, setpoint::client& api,
            std::function<boost::json::object()> debug);
    // Reads certificates and binds both; throws fault when a file cannot be used or an address is wrong or
    // taken, and serves neither then.
    void start();
    awaitable<void> stop(duration limit);
    std::uint16_t metrics_port() const { return metrics_ ? metrics_->port() : 0; }
    std::uint16_t health_port() const { return health_ ? health_->port() : 0; }

private:
    void make_metrics(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m,
                      setpoint::client& api);
    // What gives each connection its TLS: files, or a certificate of our own when none are named.
    std::function<http::tls_context_ptr()> make_tls(loop& l, const manager_options& options,
                                                    const logger& log);

    std::optional<scrape_guard> guard_;
    std::optional<http::tls_reload> files_;
    std::optional<own_certificate> own_;
    std::function<boost::json::object()> debug_;
    std::optional<http::server> metrics_, health_;
};

}  // namespace setpoint
