#include "cli/top/port_forward.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr duration open_limit = std::chrono::seconds(30);
constexpr std::size_t max_output = 64 * 1024;  // before the line that names the port

}  // namespace

std::vector<std::string> forward_arguments(const forward_settings& s) {
    std::vector<std::string> all{"port-forward", "--address", "127.0.0.1"};
    for (const auto& [flag, value] : {std::pair("--kubeconfig", &s.kubeconfig),
                                      std::pair("--context", &s.context), std::pair("--namespace", &s.ns)})
        if (!value->empty()) all.insert(all.end(), {flag, *value});
    all.insert(all.end(), {s.object, ":" + s.port});
    return all;
}

std::optional<std::string> forwarded_port(std::string_view line) {
    constexpr std::string_view begin = "Forwarding from 127.0.0.1:";
    if (!line.starts_with(begin)) return std::nullopt;
    line.remove_prefix(begin.size());
    const std::string_view port = line.substr(0, line.find(' '));
    const bool is_number = std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
    if (port.empty() || port.size() > 5 || !is_number) return std::nullopt;
    return std::string(port);
}

awaitable<result<std::string>> port_forward::open(forward_settings s) {
    auto started = child_process::start(
        loop_, {.program = "kubectl", .args = forward_arguments(s), .dies_with_us = true});
    if (!started)
        co_return error(errc::bad_config,
                        fmt::format("kubectl: {}; forward the port in another way, and pass an URL",
                                    started.error().message));
    process_ = std::move(*started);
    const time_point due = saturating_add(loop_.now(), open_limit);
    std::string text;
    for (;;) {
        const result<std::string> piece = co_await process_->read(due);
        if (!piece) co_return error(errc::unreachable, "kubectl port-forward: " + piece.error().message);
        if (piece->empty()) {
            (void)co_await process_->wait(due);
            co_return error(errc::unreachable,
                            fmt::format("kubectl port-forward {} has ended with exit code {}", s.object,
                                        process_->exit_code().value_or(-1)));
        }
        text += *piece;
        std::size_t begin = 0;
        for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
            if (auto port = forwarded_port(std::string_view(text).substr(begin, end - begin))) {
                reads_.spawn("port-forward", drain(*process_));
                co_return *std::move(port);
            }
        text.erase(0, begin);
        if (text.size() > max_output)
            co_return error(errc::unreachable, "kubectl port-forward does not say which port it listens on");
    }
}

// It prints a line for each connection, and would wait for a reader.
awaitable<void> port_forward::drain(child_process& from) {
    for (;;) {
        const result<std::string> piece = co_await from.read();
        if (!piece || piece->empty()) co_return;
    }
}

awaitable<void> port_forward::close() {
    if (process_) process_->signal(SIGTERM);
    reads_.request_stop();
    co_await reads_.join();
}

}}}  // namespace setpoint::v0::cli
