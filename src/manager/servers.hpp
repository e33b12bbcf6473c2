#pragma once
// The listeners of a manager: probes and metrics, apart from each other.

#include <setpoint/core/log.hpp>
#include <setpoint/core/metrics.hpp>
#include <setpoint/http/server.hpp>
#include <setpoint/manager/health.hpp>
#include <setpoint/manager/manager.hpp>

#include <optional>

namespace setpoint {

struct manager::servers {
    servers(loop& l, const manager_options& options, const logger& log, metrics& m,
            const health_checks& health, const health_checks& ready);
    // Binds both; throws fault when an address is wrong or taken, and serves neither then.
    void start();
    awaitable<void> stop(duration limit);
    std::uint16_t metrics_port() const { return metrics_ ? metrics_->port() : 0; }
    std::uint16_t health_port() const { return health_ ? health_->port() : 0; }

private:
    std::optional<http::server> metrics_, health_;
};

}  // namespace setpoint
