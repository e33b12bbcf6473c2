#include "servers.hpp"

#include "process_metrics.hpp"

namespace setpoint {

namespace {

bool is_off(std::string_view address) {
    return address.empty() || address == "0";
}

http::server_options options_for(std::string name, std::string_view address, std::string flag) {
    auto at = http::parse_listen_address(address, flag);
    if (!at) throw fault(at.error());
    http::server_options o;
    o.name = std::move(name);
    o.at = *at;
    o.flag = std::move(flag);
    o.max_body = 0;
    return o;
}

bool reads(const http::server_request& r) {
    return r.method == "GET" || r.method == "HEAD";
}

// "/healthz" and "/healthz/NAME"; nothing when the path is another.
std::optional<http::response> answer(const health_checks& checks, std::string_view prefix,
                                     const http::server_request& r) {
    std::string_view path = r.path();
    if (!path.starts_with(prefix)) return std::nullopt;
    path.remove_prefix(prefix.size());
    if (!path.empty() && path.front() != '/') return std::nullopt;
    if (!path.empty()) path.remove_prefix(1);
    health_checks::answer a = checks.ask(path, r.query());
    return http::response{
        a.status,
        {{"Content-Type", "text/plain; charset=utf-8"}, {"X-Content-Type-Options", "nosniff"}},
        std::move(a.body)};
}

awaitable<http::response> serve_metrics(metrics& m, const http::server_request& r) {
    if (!reads(r)) co_return http::method_not_allowed("GET, HEAD");
    if (r.path() != "/metrics") co_return http::not_found();
    refresh_process_metrics(m);
    co_return http::response{200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}}, m.text()};
}

awaitable<http::response> serve_probe(const health_checks& health, const health_checks& ready,
                                      const http::server_request& r) {
    if (!reads(r)) co_return http::method_not_allowed("GET, HEAD");
    if (auto a = answer(health, "/healthz", r)) co_return std::move(*a);
    if (auto a = answer(ready, "/readyz", r)) co_return std::move(*a);
    co_return http::not_found();
}

}  // namespace

manager::servers::servers(loop& l, const manager_options& options, const logger& log, metrics& m,
                          const health_checks& health, const health_checks& ready) {
    if (!is_off(options.metrics_address)) {
        auto serve = [&m](const http::server_request& r) { return serve_metrics(m, r); };
        metrics_.emplace(l, log, options_for("metrics", options.metrics_address, "--metrics-bind-address"),
                         std::move(serve));
    }
    if (!is_off(options.health_address)) {
        auto serve = [&health, &ready](const http::server_request& r) {
            return serve_probe(health, ready, r);
        };
        health_.emplace(l, log, options_for("probes", options.health_address, "--health-probe-bind-address"),
                        std::move(serve));
    }
}

void manager::servers::start() {
    for (auto* s : {&metrics_, &health_}) {
        if (!*s) continue;
        auto started = (*s)->start();
        if (!started) throw fault(started.error());
    }
}

awaitable<void> manager::servers::stop(duration limit) {
    if (metrics_) co_await metrics_->stop(limit);
    if (health_) co_await health_->stop(limit);
}

}  // namespace setpoint
