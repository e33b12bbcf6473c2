#include "cli/run/operator_child.hpp"

#include "cli/run/line_reader.hpp"
#include "setpoint/core/race.hpp"

#include <csignal>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr duration obey_limit = std::chrono::seconds(2);

awaitable<int> follow_to_end(child_process& process, line_handler on_line) {
    line_reader lines(std::move(on_line));
    for (;;) {
        const result<std::string> piece = co_await process.read();
        if (!piece || piece->empty()) break;
        lines.take(*piece);
    }
    lines.finish();
    (void)co_await process.wait();
    co_return process.exit_code().value_or(0);
}

// Until it and all that it started have closed its output.
awaitable<void> until_closed(child_process& process) {
    for (;;) {
        const result<std::string> piece = co_await process.read();
        if (!piece || piece->empty()) co_return;
    }
}

}  // namespace

awaitable<result<int>> run_program(loop& l, command_line c, line_handler on_line) {
    const auto started = child_process::start(
        l, {.program = c.program, .args = c.arguments, .with_error_output = true, .dies_with_us = true});
    if (!started) co_return started.error();
    child_process& process = **started;
    std::exception_ptr failure;
    try {
        co_return co_await follow_to_end(process, std::move(on_line));
    } catch (...) {
        failure = std::current_exception();
    }
    // A build tool passes it on to its compilers, and outlives the program that started it.
    process.signal(SIGTERM);
    (void)co_await shielded(l, obey_limit, "end of " + c.program, until_closed(process));
    process.signal(SIGKILL);
    (void)co_await shielded(l, obey_limit, "end of " + c.program, process.wait());
    std::rethrow_exception(failure);
}

result<> operator_child::start(command_line c, const std::string& kubeconfig) {
    child_options o;
    o.program = std::move(c.program);
    o.args = std::move(c.arguments);
    o.env = {{"KUBECONFIG", secret(kubeconfig)}};
    o.with_error_output = o.dies_with_us = true;
    auto started = child_process::start(loop_, o);
    if (!started) return started.error();
    process_ = std::move(*started);
    return {};
}

awaitable<int> operator_child::follow(line_handler on_line) {
    const int code = co_await follow_to_end(*process_, std::move(on_line));
    process_.reset();
    co_return code;
}

}}}  // namespace setpoint::v0::cli
