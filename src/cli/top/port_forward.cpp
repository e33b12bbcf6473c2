#include "cli/top/port_forward.hpp"

#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr duration open_limit = std::chrono::seconds(30), close_limit = std::chrono::seconds(1);
constexpr std::size_t max_output = 64 * 1024;  // before the line that names the port

// Returns ": " and the last line of the output, for a message; "" if there is none.
std::string last_line(std::string_view output) {
    while (!output.empty() && (output.back() == '\n' || output.back() == '\r')) output.remove_suffix(1);
    if (output.empty()) return {};
    std::string line = shortened(output.substr(output.rfind('\n') + 1), 256);
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return ": " + line;
}

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
    co_await close();
    auto started = child_process::start(loop_, {.program = "kubectl",
                                                .args = forward_arguments(s),
                                                .with_error_output = true,
                                                .dies_with_us = true});
    if (!started)
        co_return error(errc::bad_config,
                        fmt::format("kubectl: {}; forward the port in another way, and pass a URL",
                                    started.error().message));
    process_ = std::move(*started);
    const time_point due = saturating_add(loop_.now(), open_limit);
    std::string text;
    std::size_t begin = 0;  // of a line
    while (text.size() <= max_output) {
        const result<std::string> piece = co_await process_->read(due);
        if (!piece)
            co_return error(errc::unreachable,
                            "kubectl port-forward: " + piece.error().message + last_line(text));
        if (piece->empty()) {
            (void)co_await process_->wait(due);
            co_return error(errc::unreachable,
                            fmt::format("kubectl port-forward {} has ended with exit code {}{}", s.object,
                                        process_->exit_code().value_or(-1), last_line(text)));
        }
        text += *piece;
        for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
            if (auto port = forwarded_port(std::string_view(text).substr(begin, end - begin))) {
                reads_.emplace(loop_, "port-forward");
                reads_->spawn("port-forward", drain(*process_));
                co_return *std::move(port);
            }
    }
    co_return error(errc::unreachable, "kubectl port-forward printed no port" + last_line(text));
}

// It prints a line for each connection, and would wait for a reader.
awaitable<void> port_forward::drain(child_process& from) {
    for (;;) {
        const result<std::string> piece = co_await from.read();
        if (!piece || piece->empty()) co_return;
    }
}

awaitable<void> port_forward::close() {
    if (!process_) co_return;
    process_->signal(SIGTERM);
    if (reads_) {
        reads_->request_stop();
        co_await reads_->join();
    }
    (void)co_await process_->wait(saturating_add(loop_.now(), close_limit));
    reads_.reset();
    process_.reset();
}

}}}  // namespace setpoint::v0::cli
