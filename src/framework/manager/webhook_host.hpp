#pragma once
// Serves the webhooks of a manager over HTTPS, with the certificates of a directory or its own, and
// makes the API server call them.

#include "framework/manager/webhook_manifests.hpp"
#include "framework/webhook/admission_endpoints.hpp"
#include "framework/webhook/ca_injector.hpp"
#include "framework/webhook/certificate_keeper.hpp"
#include "framework/webhook/conversion_endpoint.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/tls_reload.hpp"
#include "setpoint/manager/manager.hpp"

#include <optional>

namespace setpoint { inline namespace v0 {

struct manager::webhook_host {
    // All webhooks of `m` are declared. Errors: throws fault if a kind has two of one sort.
    explicit webhook_host(manager& m);

    // Reads certificate files and binds the port. Errors: throws fault if a file cannot be used or the
    // address is invalid or in use.
    void open();
    // Spawns the tasks that keep certificates and registrations. Requests wait until there is a
    // certificate.
    void start(task_scope& in);
    // Serves until `unrouted`, when API servers have seen that this pod goes; outside of a pod stops at once.
    awaitable<void> stop(time_point unrouted, duration limit);

    awaitable<http::response> answer(const http::server_request& r) { return handler_(r); }
    // Why requests are not answered; "" if they are.
    std::string problem() const;
    std::uint16_t port() const { return server_ ? server_->port() : 0; }
    boost::json::value describe() const;

private:
    bool is_served() const;
    std::function<http::tls_context_ptr()> make_tls();
    void read_files();
    void keep_certificates();
    void make_injector();
    ca_injector::targets targets() const;
    awaitable<void> serve();
    awaitable<void> register_at_url();
    awaitable<result<>> apply_configurations();
    std::string ca_bundle() const;

    manager& of_;
    logger log_;
    webhook_address at_;
    admission_endpoints admission_;
    conversion_endpoint conversion_;
    http::server::handler handler_;
    std::optional<http::tls_reload> files_;  // of cert_dir
    std::shared_ptr<void> reads_;            // of files_, at scrapes
    std::optional<certificate_keeper> keeper_;
    std::optional<setpoint::cache> targets_;  // what the injector watches
    std::optional<ca_injector> injector_;
    std::optional<http::server> server_;
    bool serving_ = false;
};

}}  // namespace setpoint::v0
