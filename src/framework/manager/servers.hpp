#pragma once
// The HTTP servers of a manager: one for probes and one for metrics.

#include "framework/manager/debug_paths.hpp"
#include "framework/manager/metrics_auth.hpp"
#include "framework/manager/self_signed_certificate.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/http/tls_reload.hpp"
#include "setpoint/manager/health.hpp"
#include "setpoint/manager/manager.hpp"

#include <optional>

namespace setpoint { inline namespace v0 {

struct manager::servers {
    // `debug`: served next to the probes. `api` reviews the clients that read metrics. All references must
    // outlive the servers.
    servers(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m,
            const health_checks& health, const health_checks& ready, setpoint::client& api,
            std::vector<debug_path> debug);
    // Reads certificates, binds both ports and serves. Errors: throws fault if a file cannot be used or an
    // address is invalid or in use; neither server runs then.
    void start();
    awaitable<void> stop(duration limit);
    std::uint16_t metrics_port() const { return metrics_ ? metrics_->port() : 0; }
    std::uint16_t health_port() const { return health_ ? health_->port() : 0; }

private:
    void make_metrics(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m,
                      setpoint::client& api);
    // Returns the source of the TLS context for each connection: the configured files, or a self-signed
    // certificate.
    std::function<http::tls_context_ptr()> make_tls(loop& l, const manager_options& options,
                                                    const logger& log, setpoint::metrics& m);

    std::optional<metrics_auth> guard_;
    std::optional<http::tls_reload> files_;
    std::shared_ptr<void> reads_;  // of files_, at scrapes
    std::optional<self_signed_certificate> own_;
    std::vector<debug_path> debug_;
    std::optional<http::server> metrics_, health_;
};

}}  // namespace setpoint::v0
