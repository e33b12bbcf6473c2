#include "framework/manager/servers.hpp"

#include "framework/manager/debug_access.hpp"
#include "framework/manager/process_metrics.hpp"
#include "framework/manager/tls_files.hpp"
#include "setpoint/client/kubeconfig.hpp"

namespace setpoint { inline namespace v0 {

namespace {

bool is_off(std::string_view address) {
    return address.empty() || address == "0";
}

// Probes and scrapes are small: a GET with a token, and headers that proxies add.
constexpr std::size_t max_head = 32 * 1024, max_headers = 100;
constexpr duration head_limit = std::chrono::seconds(10), write_limit = std::chrono::seconds(10);

http::server_options options_for(std::string name, std::string_view address, std::string flag) {
    auto at = http::parse_listen_address(address, flag);
    if (!at) throw fault(at.error());
    http::server_options o;
    o.name = std::move(name);
    o.at = *at;
    o.flag = std::move(flag);
    o.max_body = 0;
    o.head = {max_head, max_headers};
    o.head_timeout = o.body_timeout = head_limit;
    o.write_timeout = write_limit;
    return o;
}

bool reads(const http::server_request& r) {
    return r.method == "GET" || r.method == "HEAD";
}

// Handles "/healthz" and "/healthz/NAME"; returns nothing for other paths.
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

// A null `guard` admits everyone. Unknown paths return 404 without a review, since they reveal nothing.
awaitable<http::response> serve_metrics(metrics& m, metrics_auth* guard, const http::server_request& r) {
    if (!reads(r)) co_return http::method_not_allowed("GET, HEAD");
    if (r.path() != "/metrics") co_return http::not_found();
    if (guard) {
        std::optional<http::response> no = co_await guard->refusal(r);
        if (no) co_return std::move(*no);
    }
    refresh_process_metrics(m);
    co_return http::response{200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}}, m.text()};
}

awaitable<http::response> serve_probe(const health_checks& health, const health_checks& ready,
                                      const std::vector<debug_path>& debug, const http::server_request& r) {
    if (!reads(r)) co_return http::method_not_allowed("GET, HEAD");
    if (auto a = answer(health, "/healthz", r)) co_return std::move(*a);
    if (auto a = answer(ready, "/readyz", r)) co_return std::move(*a);
    for (const debug_path& d : debug)
        if (r.path() == d.path) {
            std::optional<http::response> no = refuse_other_host(r);
            co_return no ? std::move(*no) : d.answer(r);
        }
    co_return http::not_found();
}

}  // namespace

manager::servers::servers(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m,
                          const health_checks& health, const health_checks& ready, setpoint::client& api,
                          std::vector<debug_path> debug)
    : debug_(std::move(debug)) {
    if (!is_off(options.metrics_address)) make_metrics(l, options, log, m, api);
    if (!is_off(options.health_address)) {
        auto serve = [this, &health, &ready](const http::server_request& r) {
            return serve_probe(health, ready, debug_, r);
        };
        health_.emplace(l, log, options_for("probes", options.health_address, "--health-probe-bind-address"),
                        std::move(serve));
    }
}

void manager::servers::make_metrics(loop& l, const manager_options& options, const logger& log,
                                    setpoint::metrics& m, setpoint::client& api) {
    http::server_options o = options_for("metrics", options.metrics_address, "--metrics-bind-address");
    if (options.metrics_secure) {
        guard_.emplace(l, api, log.with({{"server", "metrics"}}));
        o.tls = make_tls(l, options, log, m);
    }
    auto serve = [&m, guard = guard_ ? &*guard_ : nullptr](const http::server_request& r) {
        return serve_metrics(m, guard, r);
    };
    metrics_.emplace(l, log, std::move(o), std::move(serve));
}

std::function<http::tls_context_ptr()> manager::servers::make_tls(loop& l, const manager_options& options,
                                                                  const logger& log, setpoint::metrics& m) {
    const std::string &cert = options.metrics_cert_file, &key = options.metrics_key_file;
    if (cert.empty() != key.empty())
        throw fault(errc::bad_config, "--metrics-cert-file and --metrics-key-file must be used together");
    if (cert.empty() && options.metrics_cert_dir.empty()) {
        own_.emplace(l, log, options.instance);
        return [this] { return own_->current(); };
    }
    std::vector<http::tls_file> files{{cert, "certificate", "--metrics-cert-file"},
                                      {key, "key", "--metrics-key-file"}};
    if (cert.empty()) files = tls_files_in(options.metrics_cert_dir, "--metrics-cert-dir");
    files_.emplace(l.time(), system_sources().read_file, log.with({{"server", "metrics"}}), std::move(files),
                   measured_pair(m, "metrics"));
    reads_ = count_reads(*files_, m);
    if (const result<> ok = files_->load(); !ok) throw fault(ok.error());
    return [this] { return files_->current(); };
}

// Both ports are bound before anything runs, so that nothing has to be stopped after a failure.
void manager::servers::start() {
    for (auto* s : {&metrics_, &health_}) {
        if (!*s) continue;
        if (const auto opened = (*s)->open(); !opened) throw fault(opened.error());
    }
    for (auto* s : {&metrics_, &health_}) {
        if (!*s) continue;
        if (const auto started = (*s)->start(); !started) throw fault(started.error());
    }
}

awaitable<void> manager::servers::stop(duration limit) {
    if (metrics_) co_await metrics_->stop(limit);
    if (health_) co_await health_->stop(limit);
}

}}  // namespace setpoint::v0
