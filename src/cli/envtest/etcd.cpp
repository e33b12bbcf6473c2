#include "cli/envtest/personality.hpp"
#include "cli/envtest/program_flags.hpp"
#include "cli/stop_signals.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/manager/program.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

http::listen_address address_in(std::string_view text) {
    const auto url = boost::urls::parse_uri(text);
    if (!url || url->scheme() != "http" || !url->has_port())
        throw fault(errc::bad_config,
                    fmt::format("--listen-client-urls: \"{}\" is not like http://127.0.0.1:2379", text));
    const auto at = http::parse_listen_address(url->encoded_host_and_port(), "--listen-client-urls");
    if (!at) throw fault(at.error());
    return *at;
}

std::vector<http::listen_address> addresses_in(std::string_view text) {
    std::vector<http::listen_address> all;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        all.push_back(address_in(text.substr(0, comma)));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return all;
}

http::response json_response(std::string body) {
    http::response r;
    r.headers = {{"Content-Type", "application/json"}};
    r.body = std::move(body);
    return r;
}

awaitable<http::response> answer(const http::server_request& r) {
    if (r.path() == "/health") co_return json_response(R"({"health":"true","reason":""})");
    if (r.path() == "/readyz" || r.path() == "/livez") co_return http::text_response(200, "ok");
    if (r.path() == "/version") co_return json_response(R"({"etcdserver":"3.6.8","etcdcluster":"3.6.0"})");
    co_return http::not_found();
}

awaitable<void> serve(loop& l, logger log, std::vector<http::listen_address> at, latch& stop,
                      stop_signals& signals) {
    std::vector<std::unique_ptr<http::server>> listeners;
    for (const http::listen_address& a : at) {
        http::server_options o;
        o.name = "etcd";
        o.at = a;
        o.flag = "--listen-client-urls";
        listeners.push_back(std::make_unique<http::server>(l, log, std::move(o), answer));
        const result<> started = listeners.back()->start();
        if (!started) throw fault(started.error());
    }
    co_await stop.wait();
    for (const auto& one : listeners) co_await one->stop(std::chrono::seconds(1));
    signals.finish();
}

}  // namespace

int run_etcd(std::span<const std::string> arguments) {
    auto flags = program_flags::parse(arguments, flags_of("etcd"));
    if (!flags) throw fault(flags.error());
    auto at = addresses_in(flags->take_text("listen-client-urls").value_or("http://localhost:2379"));
    if (at.empty()) throw fault(errc::bad_config, "--listen-client-urls: expected at least one URL");
    if (const auto folder = flags->take_text("data-dir"); folder && !folder->empty()) {
        std::error_code failed;
        std::filesystem::create_directories(*folder, failed);
        if (failed)
            throw fault(errc::bad_config, fmt::format("--data-dir: {}: {}", *folder, failed.message()));
    }
    real_clock time;
    random_source random(random_source::system_seed());
    text_sink sink(std::cerr);
    sink.level = log_level::warn;
    loop l(time, random);
    latch stop(l);
    const logger log(sink, time);
    stop_signals signals(l, log, [&stop] { stop.set(); });
    run_to_end(l, "etcd", serve(l, log, std::move(at), stop, signals));
    return static_cast<int>(exit_code::ok);
}

}}}  // namespace setpoint::v0::cli
