#include "cli/control/control_session.hpp"

#include "cli/control/control_commands.hpp"

#include <fmt/format.h>

#include <csignal>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

// Commands that wait for the one before them: then the rest waits in the pipe.
constexpr std::size_t most_bytes_waiting = control::line_splitter::longest, most_lines_waiting = 10'000;

awaitable<std::string> answer_to(control::command_executor& by, control::line_splitter::line line) {
    if (!line)
        co_return control::failure_line(
            {}, fmt::format("the line is longer than {} MiB", control::line_splitter::longest / 1024 / 1024));
    control::request r = control::parse_request(*line);
    line.reset();
    if (!r.what) co_return control::failure_line(r.id, r.what.error().message);
    std::string failure;
    try {
        const auto done = co_await by.execute(std::move(*r.what));
        if (done) co_return control::answer_line(r.id, *done);
        failure = done.error().to_string();
    } catch (const std::exception& e) {
        failure = e.what();
    }
    co_return control::failure_line(r.id, failure);
}

}  // namespace

control_session::control_session(loop& l, logger log, std::function<void()> ended)
    : loop_(l),
      log_(std::move(log)),
      ended_(std::move(ended)),
      faults_(l),
      in_(l, STDIN_FILENO),
      out_(l, STDOUT_FILENO),
      ready_(l),
      changed_(l) {
    // A parent that no longer reads is an error of write().
    std::signal(SIGPIPE, SIG_IGN);
}

void control_session::begin(task_scope& tasks, api_host& host) {
    tasks.spawn("standard input", read_all());
    tasks.spawn("commands", execute_all(host));
}

awaitable<void> control_session::announce(std::string line) {
    const bool written = co_await out_.write(line);
    if (written)
        ready_.set();
    else
        ended_();
}

awaitable<void> control_session::take(std::vector<control::line_splitter::line> lines) {
    for (control::line_splitter::line& one : lines) {
        const std::size_t size = one ? one->size() : 0;
        while (!lines_.empty() &&
               (waiting_bytes_ + size > most_bytes_waiting || lines_.size() >= most_lines_waiting))
            co_await changed_.wait();
        waiting_bytes_ += size;
        lines_.push_back(std::move(one));
        changed_.notify();
    }
}

awaitable<void> control_session::read_all() {
    control::line_splitter splitter;
    for (;;) {
        const std::string_view piece = co_await in_.read();
        if (piece.empty()) break;
        co_await take(splitter.take(piece));
    }
    co_await take(splitter.finish());
    has_ended_ = true;
    changed_.notify();
    if (lines_.empty() && !ready_.is_set())
        log_.warn("Standard input ended before the server was ready; --control needs a pipe that stays open");
    // The parent was killed: nobody waits for the commands that are left.
    if ((lines_.empty() && !is_executing_) || out_.is_abandoned()) ended_();
}

awaitable<void> control_session::execute_all(api_host& host) {
    co_await ready_.wait();
    control::command_executor executor(loop_, host, faults_);
    for (;;) {
        while (lines_.empty() && !has_ended_) co_await changed_.wait();
        if (lines_.empty()) break;
        control::line_splitter::line line = std::move(lines_.front());
        lines_.pop_front();
        waiting_bytes_ -= line ? line->size() : 0;
        changed_.notify();
        is_executing_ = true;
        const std::string answer = co_await answer_to(executor, std::move(line));
        const bool written = co_await out_.write(answer);
        is_executing_ = false;
        if (!written) break;
    }
    ended_();
}

}}}  // namespace setpoint::v0::cli
