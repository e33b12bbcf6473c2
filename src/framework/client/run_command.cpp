#include "framework/client/run_command.hpp"

#include "setpoint/core/child_process.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <csignal>

namespace setpoint { inline namespace v0 {

namespace {

constexpr duration reap_limit = std::chrono::seconds(2);

error too_slow(const command& c) {
    return error(errc::timeout,
                 fmt::format("took longer than {:.3g} s", std::chrono::duration<double>(c.limit).count()));
}

// Reads until every holder has closed the other end.
awaitable<result<>> read_all(child_process& from, const command& c, time_point due, std::string& out) {
    for (;;) {
        const result<std::string> piece = co_await from.read(due);
        if (!piece && piece.error().code == errc::timeout) co_return too_slow(c);
        if (!piece) co_return piece.error();
        if (piece->empty()) co_return result<>();
        if (out.size() + piece->size() > c.max_output)
            co_return error(errc::too_large, fmt::format("printed more than {} bytes", c.max_output));
        out += *piece;
    }
}

result<secret> outcome_of(const child_process& process, std::string out) {
    secret printed(std::move(out));
    if (const auto number = process.end_signal())
        return error(errc::failed, fmt::format("was ended by signal {}", *number));
    if (const int code = process.exit_code().value_or(0); code != 0)
        return error(errc::failed, fmt::format("ended with exit code {}", code));
    return printed;
}

awaitable<result<secret>> follow(loop& l, const command& c, child_process& process) {
    const time_point due = saturating_add(l.now(), c.limit);
    std::string out;
    const result<> read = co_await read_all(process, c, due, out);
    if (!read) co_return read.error();
    const bool ended = co_await process.wait(due);
    if (!ended) co_return too_slow(c);
    co_return outcome_of(process, std::move(out));
}

}  // namespace

awaitable<result<secret>> run_command(loop& l, command c) {
    const auto started = child_process::start(l, {c.program, c.args, c.env});
    if (!started) co_return started.error();
    child_process& process = **started;
    std::exception_ptr failure;
    result<secret> outcome = error(errc::failed, "");
    try {
        outcome = co_await follow(l, c, process);
    } catch (...) {
        failure = std::current_exception();
    }
    // The process is not reaped yet, even if it has ended, so its group number is still valid and
    // remaining helpers are killed too.
    if (process.pid() > 0) {
        process.signal(SIGKILL);
        (void)co_await shielded(l, reap_limit, "end of " + c.program, process.wait());
    }
    if (failure) std::rethrow_exception(failure);
    co_return outcome;
}

}}  // namespace setpoint::v0
