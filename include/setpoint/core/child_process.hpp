#pragma once
// A program that this process started: its output, its end, signals to it.
//
//     auto made = child_process::start(l, {.program = "kubectl", .args = {"version"}});
//     if (!made) co_return made.error().within("kubectl");
//     std::string all;
//     for (;;) {
//         auto piece = co_await (*made)->read(saturating_add(l.now(), limit));
//         if (!piece) co_return piece.error();
//         if (piece->empty()) break;
//         all += *piece;
//     }

#include "setpoint/core/loop.hpp"
#include "setpoint/core/secret.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

// All signals have their default actions in the new process, and its signal mask is that of the caller.
// It inherits no descriptor but the three standard ones, as far as ours are opened with O_CLOEXEC.
struct child_options {
    std::string program;  // looked up in PATH unless it has a '/'
    std::vector<std::string> args{};
    std::vector<std::pair<std::string, secret>> env{};  // override variables of our environment
    std::string folder{};                               // working folder; empty: ours
    bool with_error_output = false;  // read() also returns its standard error, which otherwise is ours
    // Its end follows ours, however we end (SIGKILL by the kernel). Start it from the main thread. On macOS
    // only the destructor ends it.
    bool dies_with_us = false;
    bool own_session = false;  // also the leader of a session, without a terminal: see setsid(2)
    // Descriptors of namespaces that it enters, in this order: see setns(2).
    std::vector<int> namespaces{};
};

// Runs without a shell, with no input, and as the leader of its own process group. Neither copied nor moved.
// Use it for programs that belong to the operator's work, such as a credential plugin. Code that only
// blocks belongs into loop::blocking().
class child_process {
public:
    // `l` must outlive it. Errors, whose message is only the reason: not_found (no such program), failed.
    // Returns once the program has replaced the new process, so that a missing program or folder is
    // reported here and not by an exit code.
    static result<std::unique_ptr<child_process>> start(loop& l, const child_options& o);
    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;
    // Kills the group with SIGKILL, unless the program has ended and that was seen.
    ~child_process();

    // Returns the next piece of its output; "" once it and all that inherited the output have closed it. Call
    // it from one task at a time. Errors: timeout when `due` has passed, failed.
    // A piece is at most 4 KiB. Cancellation throws `cancelled` and loses nothing: what was not
    // returned stays in the pipe, and a later call returns it. The same holds after a timeout.
    awaitable<result<std::string>> read(time_point due = never);
    // Returns true once it has ended, false when `due` has passed. It looks every 50 ms at most: read() until
    // the end comes first, and costs nothing while it waits.
    // Does not read: a program that fills the pipe (64 KiB) blocks until somebody reads, and then does
    // not end. Cancellation throws `cancelled`; the program continues.
    awaitable<bool> wait(time_point due = never);
    // Whether it has ended, without waiting. Afterwards signal() does nothing.
    // Takes the exit status from the kernel, so that the pid may belong to another process from then
    // on.
    bool has_ended();
    // Its exit code, or 128 and the number of the signal that ended it. Nothing while has_ended() is false.
    // If this process ignores SIGCHLD the kernel keeps no status, and the code is 0.
    std::optional<int> exit_code() const;
    // Nothing unless a signal ended it.
    std::optional<int> end_signal() const;
    // Sends a signal to its group.
    // Reaches all processes that it started, unless they have left the group.
    void signal(int number) const;
    pid_t pid() const { return pid_; }  // -1 once it has ended

private:
    child_process(loop& l, int output);

    loop& loop_;
    asio::posix::stream_descriptor output_;
    std::string buffer_;
    pid_t pid_ = -1;
    int status_ = 0;
};

}}  // namespace setpoint::v0
