// replay: a stand-in for an API server that costs little, for measuring operators (see ../README.md). It has
// WebServers, Deployments and Services of one namespace, prepared as bytes, and answers what an operator
// asks.

#include "api.hpp"
#include "control.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/certificates.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>

namespace {

using namespace setpoint;
using namespace setpoint::replay;

struct settings {
    fleet_settings fleet;
    std::uint16_t port = 0;
    bool tls = false;
    std::string kubeconfig;
};

// Everything a kubeconfig may hold is also JSON, which is YAML.
void write_kubeconfig(const settings& s, std::uint16_t port, const std::string& ca_file) {
    std::ofstream out(s.kubeconfig);
    out << fmt::format(
        R"({{"apiVersion":"v1","kind":"Config","current-context":"replay",)"
        R"("clusters":[{{"name":"replay","cluster":{{"server":"{}://127.0.0.1:{}"{}}}}}],)"
        R"("users":[{{"name":"replay","user":{{}}}}],)"
        R"("contexts":[{{"name":"replay","context":{{"cluster":"replay","user":"replay","namespace":"default"}}}}]}})"
        "\n",
        s.tls ? "https" : "http", port,
        s.tls ? fmt::format(R"(,"certificate-authority":"{}")", ca_file) : "");
    if (!out) throw fault(errc::failed, fmt::format("{} cannot be written", s.kubeconfig));
}

class replay_service {
public:
    explicit replay_service(settings s)
        : settings_(std::move(s)),
          random_(settings_.fleet.seed),
          sink_(std::cerr),
          log_(sink_, time_),
          loop_(time_, random_),
          stop_(loop_),
          signals_(loop_.io(), SIGTERM, SIGINT) {
        sink_.level = log_level::warn;
    }
    void run() {
        signals_.async_wait([this](boost::system::error_code ec, int) {
            if (!ec) stop_.set();
        });
        run_to_end(loop_, "replay", serve());
    }

private:
    http::server_options listening();
    awaitable<void> serve();
    awaitable<http::response> handle(api& a, control& c, const http::server_request& r);

    settings settings_;
    real_clock time_;
    random_source random_;
    text_sink sink_;
    logger log_;
    loop loop_;
    latch stop_;
    asio::signal_set signals_;
};

http::server_options replay_service::listening() {
    // Lists of hundreds of megabytes, read by programs that decode them as they come.
    constexpr duration patience = std::chrono::minutes(10);
    http::server_options o;
    o.name = "replay";
    o.at = {"127.0.0.1", settings_.port};
    o.flag = "--port";
    o.max_body = 16 * 1024 * 1024;
    o.max_connections = 256;
    o.write_timeout = o.idle_timeout = patience;
    if (!settings_.tls) return o;
    const http::certificate ca = http::make_ca("replay", time_.wall_now(), random_).value();
    http::certificate_request r;
    r.common_name = "replay";
    r.names = {"127.0.0.1"};
    r.server = true;
    const http::certificate mine = http::issue_certificate(ca, r, time_.wall_now(), random_).value();
    http::tls_context_ptr context = http::make_server_tls(mine.cert_pem, mine.key_pem).value();
    o.tls = [context] { return context; };
    std::ofstream(settings_.kubeconfig + ".ca") << ca.cert_pem;
    return o;
}

awaitable<http::response> replay_service::handle(api& a, control& c, const http::server_request& r) {
    if (r.path().starts_with("/bench/")) co_return c.answer(r);
    co_return a.answer(r);
}

awaitable<void> replay_service::serve() {
    model state(loop_, settings_.fleet);
    task_scope tasks(loop_, "changes");
    load changes(loop_, state, tasks);
    api answers(loop_, state);
    control commands(loop_, state, changes);
    http::server listener(loop_, log_, listening(),
                          [&](const http::server_request& r) { return handle(answers, commands, r); });
    const result<> started = listener.start();
    if (!started) throw fault(started.error());
    if (!settings_.kubeconfig.empty())
        write_kubeconfig(settings_, listener.port(), settings_.kubeconfig + ".ca");
    std::cout << fmt::format("ready port={} version={}\n", listener.port(), state.version()) << std::flush;
    co_await stop_.wait();
    co_await listener.stop(std::chrono::seconds(1));
    tasks.request_stop();
    co_await tasks.join();
}

}  // namespace

int main(int argc, char** argv) {
    settings s;
    CLI::App flags(
        "Answers like an API server that has WebServers, from prepared bytes, and counts what is asked.",
        "replay");
    flags.add_option("--port", s.port, "Port on 127.0.0.1; 0: any free one")->capture_default_str();
    flags.add_option("--write-kubeconfig", s.kubeconfig, "File to write once it listens");
    flags.add_flag("--tls", s.tls, "HTTPS, with a certificate made at start; needs --write-kubeconfig");
    flags.add_option("--objects", s.fleet.parents, "WebServers that exist")->capture_default_str();
    flags.add_option("--bare", s.fleet.bare, "Of these, how many have no children yet")
        ->capture_default_str();
    flags.add_option("--foreign", s.fleet.foreign, "Deployments that no WebServer owns")
        ->capture_default_str();
    flags.add_option("--size", s.fleet.size, "Bytes of a WebServer's JSON")->capture_default_str();
    flags.add_option("--child-size", s.fleet.child_size, "Bytes of a Deployment's JSON")
        ->capture_default_str();
    flags.add_option("--seed", s.fleet.seed, "Of all that is random")->capture_default_str();
    CLI11_PARSE(flags, argc, argv);
    if (s.tls && s.kubeconfig.empty()) {
        std::cerr << "replay: --tls needs --write-kubeconfig, beside which the CA is written\n";
        return 2;
    }
    try {
        replay_service(std::move(s)).run();
    } catch (const std::exception& e) {
        std::cerr << "replay: " << e.what() << '\n';
        return 1;
    }
    return 0;
}
