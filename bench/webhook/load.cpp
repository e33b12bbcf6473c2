// webhook_load certificates FOLDER : writes ca.crt, tls.crt and tls.key for 127.0.0.1.
// webhook_load call --port P --ca FILE [--rate N] ... : calls the webhooks on that port, checks each
// response, and prints a line of JSON with the number of requests and their latencies; see --help. The exit
// code is 1 if a response is wrong.

#include "../replay/histogram.hpp"
#include "reviews.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/certificates.hpp"
#include "setpoint/http/detail/pool.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>

namespace {

using namespace setpoint;

constexpr std::size_t max_response = 64 << 20;

struct settings {
    std::string folder, ca_file;
    std::uint16_t port = 0;
    double rate = 0, seconds = 10;
    std::size_t connections = 10, objects = 0;
};

void write_file(const std::string& folder, const char* name, const std::string& text) {
    std::ofstream out(folder + "/" + name);
    out << text;
    if (!out.flush()) throw fault(errc::failed, fmt::format("{}/{} cannot be written", folder, name));
}

void write_certificates(const std::string& folder) {
    real_clock time;
    random_source random(random_source::system_seed());
    const http::certificate ca = http::make_ca("bench CA", time.wall_now(), random).value();
    const http::certificate server =
        http::issue_certificate(ca, {.common_name = "bench", .names = {"127.0.0.1"}, .server = true},
                                time.wall_now(), random)
            .value();
    write_file(folder, "ca.crt", ca.cert_pem);
    write_file(folder, "tls.crt", server.cert_pem);
    write_file(folder, "tls.key", std::string(server.key_pem.reveal()));
}

http::tls_context_ptr trusting(const std::string& ca_file, wall_time now) {
    std::ifstream in(ca_file);
    http::tls_settings s;
    s.ca_pem.assign(std::istreambuf_iterator<char>(in), {});
    auto made = http::make_client_tls(s, now);
    if (!made) throw fault(made.error());
    return *made;
}

class load {
public:
    load(loop& l, const settings& s)
        : loop_(l),
          settings_(s),
          tls_(trusting(s.ca_file, l.wall_now())),
          pool_(l, {"https", "127.0.0.1", std::to_string(s.port)}, [this] { return tls_; },
                {.max_connections = s.connections, .max_idle = s.connections}) {}

    awaitable<void> run() {
        begin_ = loop_.now();
        end_ = begin_ + std::chrono::round<duration>(std::chrono::duration<double>(settings_.seconds));
        task_scope callers(loop_, "callers");
        for (std::size_t i = 0; i < settings_.connections; ++i) callers.spawn("caller", call_on());
        co_await callers.join();
        took_ = loop_.now() - begin_;
    }
    // Throws if a response was wrong or there was none.
    std::string report() const {
        if (errors_ > 0 || latencies_.count() == 0)
            throw fault(errc::failed, fmt::format("{} of {} responses are wrong, the first: {}", errors_,
                                                  latencies_.count() + errors_, first_error_));
        const auto ms = [](duration d) { return std::chrono::duration<double, std::milli>(d).count(); };
        return boost::json::serialize(
            boost::json::value{{"requests", latencies_.count()},
                               {"seconds", std::chrono::duration<double>(took_).count()},
                               {"p50_ms", ms(latencies_.quantile(0.5))},
                               {"p99_ms", ms(latencies_.quantile(0.99))},
                               {"max_ms", ms(latencies_.max())}});
    }

private:
    // With a rate, a request is due whether or not the previous ones are answered: if all connections are
    // busy, its latency includes the wait for one.
    awaitable<void> call_on() {
        for (;;) {
            const std::size_t number = next_++;
            const time_point due = settings_.rate > 0 ? due_of(number) : loop_.now();
            if (due >= end_) co_return;
            const bench::review_kind kind =
                settings_.objects > 0 ? bench::review_kind::converted : bench::kind_of_review(number);
            http::request r{"POST",
                            std::string(bench::path_of(kind)),
                            {{"Accept", "application/json"}, {"Content-Type", "application/json"}},
                            bench::review(kind, number, settings_.objects)};
            if (due > loop_.now()) co_await loop_.sleep_until(due);
            const std::string wrong =
                co_await call(kind, number, std::move(r), settings_.rate > 0 ? due : loop_.now());
            if (wrong.empty()) continue;
            if (errors_++ == 0) first_error_ = wrong;
        }
    }
    awaitable<std::string> call(bench::review_kind kind, std::size_t number, http::request r,
                                time_point due) {
        auto sent = co_await pool_.send(std::move(r), {});
        if (!sent) co_return sent.error().to_string();
        const auto body = co_await http::read_all(**sent, max_response);
        if (!body) co_return body.error().to_string();
        const duration latency = loop_.now() - due;
        std::string wrong =
            bench::what_is_wrong(kind, number, settings_.objects, (*sent)->head().status, *body);
        if (wrong.empty()) latencies_.add(latency);
        co_return wrong;
    }
    time_point due_of(std::size_t number) const {
        return begin_ + std::chrono::round<duration>(
                            std::chrono::duration<double>(static_cast<double>(number) / settings_.rate));
    }

    loop& loop_;
    const settings& settings_;
    http::tls_context_ptr tls_;
    http::https_pool pool_;
    time_point begin_{}, end_{};
    duration took_{};
    std::size_t next_ = 0;
    std::uint64_t errors_ = 0;
    std::string first_error_;
    replay::histogram latencies_;
};

void call_webhooks(const settings& s) {
    real_clock time;
    random_source random(1);
    loop l(time, random);
    load all(l, s);
    run_to_end(l, "load", all.run());
    std::printf("%s\n", all.report().c_str());
}

}  // namespace

int main(int argc, char** argv) {
    settings s;
    CLI::App app("Calls the webhooks of WebServers.");
    app.require_subcommand(1);
    CLI::App* certificates = app.add_subcommand("certificates", "Write ca.crt, tls.crt and tls.key");
    certificates->add_option("folder", s.folder)->required();
    CLI::App* call = app.add_subcommand("call", "Send reviews and check the responses");
    call->add_option("--port", s.port, "where the webhooks are, at 127.0.0.1")->required();
    call->add_option("--ca", s.ca_file, "the CA of their certificate")->required();
    call->add_option("--rate", s.rate,
                     "reviews per second at fixed times; 0: each after the response to the last");
    call->add_option("--seconds", s.seconds, "how long");
    call->add_option("--connections", s.connections, "connections, and so reviews at a time");
    call->add_option("--objects", s.objects, "convert lists of so many WebServers; 0: admission reviews");
    CLI11_PARSE(app, argc, argv);
    try {
        if (*certificates)
            write_certificates(s.folder);
        else
            call_webhooks(s);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "webhook_load: %s\n", e.what());
        return 1;
    }
    return 0;
}
