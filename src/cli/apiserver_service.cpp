#include "cli/apiserver_service.hpp"

#include "cli/access_record.hpp"
#include "cli/file.hpp"
#include "cli/kubeconfig_file.hpp"
#include "setpoint/core/ip_text.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/certificates.hpp"
#include "setpoint/manager/program.hpp"

#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>

#include <csignal>
#include <iostream>
#include <sys/resource.h>

namespace setpoint::cli {

namespace {

// How long requests may take to finish after a stop was requested.
constexpr duration stop_limit = std::chrono::seconds(5);
// The API server rejects larger bodies with a Status.
constexpr std::size_t max_body = 16 * 1024 * 1024;
// Longer than clients keep their connections (Go: 90 s), so that the client closes first.
constexpr duration idle_timeout = std::chrono::minutes(3);

struct certificates {
    http::certificate ca, server, client;
};

// The address for clients on this machine.
std::string reachable(const std::string& bound) {
    const auto a = parse_ip(bound);
    if (!a) return "127.0.0.1";
    if (!a->is_unspecified()) return bound;
    return a->is_v6() ? "::1" : "127.0.0.1";
}

certificates make_certificates(const std::string& bound, wall_time now, random_source& random) {
    certificates c;
    c.ca = http::make_ca("setpoint-ca", now, random).value();
    std::vector<std::string> names = {"localhost",  "127.0.0.1",          "::1",
                                      "kubernetes", "kubernetes.default", "kubernetes.default.svc"};
    const std::string address = reachable(bound);
    if (std::find(names.begin(), names.end(), address) == names.end()) names.push_back(address);
    http::certificate_request server;
    server.common_name = "setpoint-apiserver";
    server.names = std::move(names);
    server.server = true;
    c.server = http::issue_certificate(c.ca, server, now, random).value();
    http::certificate_request client;
    client.common_name = "setpoint-admin";
    client.organizations = {"system:masters"};
    client.client = true;
    c.client = http::issue_certificate(c.ca, client, now, random).value();
    return c;
}

// Each watch holds a connection.
void raise_file_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

class apiserver_service {
public:
    explicit apiserver_service(apiserver_settings s)
        : settings_(std::move(s)),
          random_(random_source::system_seed()),
          sink_(make_sink(settings_)),
          log_(*sink_, time_),
          begun_(time_.now()),
          loop_(time_, random_),
          stop_(loop_),
          signals_(loop_.io(), SIGTERM, SIGINT),
          record_(loop_) {}

    int run() {
        if (!settings_.kubeconfig.empty()) {
            const result<> clear = clear_kubeconfig(settings_.kubeconfig);
            if (!clear) throw fault(clear.error());
        }
        raise_file_limit();
        wait_for_signal();
        run_to_end(loop_, "apiserver", serve());
        return static_cast<int>(exit_code::ok);
    }

private:
    static std::unique_ptr<log_sink> make_sink(const apiserver_settings& s) {
        std::unique_ptr<log_sink> sink;
        if (s.json_log)
            sink = std::make_unique<json_sink>(std::cerr);
        else
            sink = std::make_unique<text_sink>(std::cerr);
        sink->level = s.level;
        return sink;
    }
    void wait_for_signal();
    void prepare();
    http::server_options listening() const;
    awaitable<void> serve();
    awaitable<http::response> handle(apiserver::server& api, const http::server_request& r);
    awaitable<void> announce(apiserver::server& api, std::uint16_t port);
    awaitable<void> stop_in_order(http::server& listener, task_scope& tasks);

    apiserver_settings settings_;
    real_clock time_;
    random_source random_;
    std::unique_ptr<log_sink> sink_;
    logger log_;
    time_point begun_;
    loop loop_;
    latch stop_;
    asio::signal_set signals_;
    access_record record_;
    certificates certificates_;
    http::tls_context_ptr tls_;
    std::exception_ptr failure_;
};

void apiserver_service::wait_for_signal() {
    signals_.async_wait([this](boost::system::error_code ec, int number) {
        if (ec) return;
        if (stop_.is_set()) {
            log_.error("Second signal: exiting immediately", {{"signal", number}});
            std::_Exit(static_cast<int>(exit_code::failed));
        }
        log_.info("Signal received: stopping", {{"signal", number}});
        stop_.set();
        wait_for_signal();
    });
}

void apiserver_service::prepare() {
    settings_.api.call_webhooks = true;
    if (!settings_.record_rbac.empty())
        settings_.api.on_request = [this](std::string_view verb, std::string_view group,
                                          std::string_view resource, std::string_view subresource,
                                          std::string_view, std::string_view) {
            record_.note(verb, group, resource, subresource);
        };
    if (!settings_.tls) return;
    certificates_ = make_certificates(settings_.at.host, time_.wall_now(), random_);
    tls_ = http::make_server_tls(certificates_.server.cert_pem, certificates_.server.key_pem).value();
    settings_.api.ca_pem = certificates_.ca.cert_pem;
}

http::server_options apiserver_service::listening() const {
    http::server_options o;
    o.name = "apiserver";
    o.at = settings_.at;
    o.flag = "--port";
    if (tls_) o.tls = [context = tls_] { return context; };
    o.max_body = max_body;
    o.max_connections = settings_.max_connections;
    o.idle_timeout = idle_timeout;
    return o;
}

awaitable<http::response> apiserver_service::handle(apiserver::server& api, const http::server_request& r) {
    const access_record::scope recorded(record_, r);
    co_return co_await api.handle(r);
}

awaitable<void> apiserver_service::announce(apiserver::server& api, std::uint16_t port) {
    co_await api.ready();
    const std::string host = reachable(settings_.at.host);
    const http::listen_address at{host, port};
    const std::string url = fmt::format("{}://{}", settings_.tls ? "https" : "http", at.text());
    std::string hint;
    if (!settings_.kubeconfig.empty()) {
        const auto text = std::make_shared<const secret>(
            kubeconfig_text(url, certificates_.ca.cert_pem, certificates_.client));
        const result<> written = co_await loop_.blocking(
            "write the kubeconfig",
            [file = settings_.kubeconfig, text] { return write_file(file, text->reveal(), 0600); });
        if (!written) throw fault(written.error().within("--write-kubeconfig"));
        hint = "; export KUBECONFIG=" + settings_.kubeconfig;
    }
    const auto took = std::chrono::duration<double>(time_.now() - begun_).count();
    std::cout << fmt::format("ready on {} in {:.2f} s{}\n", url, took, hint) << std::flush;
}

awaitable<void> apiserver_service::serve() {
    prepare();
    apiserver::server api(loop_, log_, settings_.api);
    http::server listener(loop_, log_, listening(),
                          [this, &api](const http::server_request& r) { return handle(api, r); });
    task_scope tasks(loop_, "behind the API", [this](std::string_view task, std::exception_ptr e) {
        log_.error("A task of the server failed", {{"task", task}});
        if (!failure_) failure_ = std::move(e);
        stop_.set();
    });
    const result<> started = listener.start();
    if (!started) throw fault(started.error());
    if (!settings_.loopback)
        log_.warn("Clients are not authenticated: anyone who can reach this address has full access");
    tasks.spawn("controllers", api.run());
    tasks.spawn("announce", announce(api, listener.port()));
    if (!settings_.record_rbac.empty()) tasks.spawn("record", record_.keep(settings_.record_rbac, log_));
    bool was_cancelled = false;
    try {
        co_await stop_.wait();
    } catch (const cancelled&) {
        was_cancelled = true;
    }
    {
        cancel_scope shield(loop_, never, true);
        co_await stop_in_order(listener, tasks);
    }
    if (failure_) std::rethrow_exception(failure_);
    if (was_cancelled) throw cancelled{};
}

awaitable<void> apiserver_service::stop_in_order(http::server& listener, task_scope& tasks) {
    co_await listener.stop(stop_limit);
    tasks.request_stop();
    co_await tasks.join();
    signals_.cancel();
    if (settings_.record_rbac.empty()) co_return;
    const result<> written = write_file(settings_.record_rbac, record_.yaml(), 0644);
    if (!written && !failure_)
        failure_ = std::make_exception_ptr(fault(written.error().within("--record-rbac")));
}

}  // namespace

int run_apiserver(apiserver_settings s) {
    apiserver_service service(std::move(s));
    return service.run();
}

}  // namespace setpoint::cli
