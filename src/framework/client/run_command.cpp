#include "framework/client/run_command.hpp"

#include "setpoint/core/race.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace setpoint {

namespace {

constexpr duration first_look = std::chrono::milliseconds(1), slowest_look = std::chrono::milliseconds(50);
constexpr duration reap_limit = std::chrono::seconds(2);

std::string text_of(int error_number) {
    return boost::system::error_code(error_number, boost::system::system_category()).message();
}

// Kills the process and its group in the destructor, unless it has ended.
class child {
public:
    child() = default;
    child(const child&) = delete;
    child& operator=(const child&) = delete;
    ~child() { kill(); }

    pid_t pid = -1;
    int status = 0;

    bool ended() {
        if (pid < 0) return true;
        int s = 0;
        const pid_t n = ::waitpid(pid, &s, WNOHANG);
        if (n == 0) return false;
        // ECHILD: our parent has set SIGCHLD to be ignored.
        status = n == pid ? s : 0;
        pid = -1;
        return true;
    }
    void kill() const {
        if (pid > 0) ::kill(-pid, SIGKILL);
    }
};

// Returns "NAME=value" for exec: our environment with the variables of `c` added or replaced.
std::vector<std::string> environment_of(const command& c) {
    std::vector<std::string> all;
    for (char** e = ::environ; e && *e; ++e) {
        const std::string_view ours = *e;
        const std::string_view name = ours.substr(0, ours.find('='));
        const bool replaced =
            std::any_of(c.env.begin(), c.env.end(), [name](const auto& v) { return v.first == name; });
        if (!replaced) all.emplace_back(ours);
    }
    for (const auto& [name, value] : c.env) all.push_back(fmt::format("{}={}", name, value.reveal()));
    return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (std::string& t : texts) all.push_back(t.data());
    all.push_back(nullptr);
    return all;
}

// Returns an errno, 0 on success.
int spawn(const command& c, int out, child& into) {
    std::vector<std::string> words{c.program}, variables = environment_of(c);
    words.insert(words.end(), c.args.begin(), c.args.end());
    const std::vector<char*> argv = pointers_to(words), envp = pointers_to(variables);

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    for (const int s : {SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGCHLD}) sigaddset(&standard, s);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &standard);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int failed =
        ::posix_spawnp(&into.pid, c.program.c_str(), &actions, &attributes, argv.data(), envp.data());
    if (failed != 0) into.pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

error too_slow(const command& c) {
    return error(errc::timeout,
                 fmt::format("took longer than {:.3g} s", std::chrono::duration<double>(c.limit).count()));
}

// Reads until every holder has closed the other end.
awaitable<result<>> read_all(loop& l, asio::posix::stream_descriptor& from, const command& c, time_point due,
                             std::string& out) {
    constexpr std::size_t piece = 4096;
    const auto memory = std::make_unique<char[]>(piece);
    for (;;) {
        const ssize_t n = ::read(from.native_handle(), memory.get(), piece);
        if (n == 0) co_return result<>();
        if (n > 0) {
            if (out.size() + static_cast<std::size_t>(n) > c.max_output)
                co_return error(errc::too_large, fmt::format("printed more than {} bytes", c.max_output));
            out.append(memory.get(), static_cast<std::size_t>(n));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            co_return error(errc::failed, "cannot be read from: " + text_of(errno));
        const waiter_id id = l.reserve();
        from.async_wait(asio::posix::descriptor_base::wait_read,
                        [&l, id](boost::system::error_code) { l.ready(id); });
        const wake w = co_await l.wait(id, due);
        if (w.cause == wake::by::timer) co_return too_slow(c);
    }
}

awaitable<bool> wait_for_end(loop& l, child& process, time_point due) {
    for (duration pause = first_look; !process.ended(); pause = std::min(pause * 2, slowest_look)) {
        if (l.now() >= due) co_return false;
        co_await l.sleep(pause);
    }
    co_return true;
}

result<secret> outcome_of(const child& process, std::string out) {
    secret printed(std::move(out));
    if (WIFSIGNALED(process.status))
        return error(errc::failed, fmt::format("was ended by signal {}", WTERMSIG(process.status)));
    if (const int code = WEXITSTATUS(process.status); code != 0)
        return error(errc::failed, fmt::format("ended with exit code {}", code));
    return printed;
}

awaitable<result<secret>> follow(loop& l, const command& c, child& process,
                                 asio::posix::stream_descriptor& from) {
    const time_point due = saturating_add(l.now(), c.limit);
    std::string out;
    const result<> read = co_await read_all(l, from, c, due, out);
    if (!read) co_return read.error();
    const bool ended = co_await wait_for_end(l, process, due);
    if (!ended) co_return too_slow(c);
    co_return outcome_of(process, std::move(out));
}

}  // namespace

awaitable<result<secret>> run_command(loop& l, command c) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        co_return error(errc::failed, "cannot be started: " + text_of(errno));
    // Only the reading end is non-blocking: programs expect a blocking standard output.
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    asio::posix::stream_descriptor from(l.io(), ends[0]);
    child process;
    const int failed = spawn(c, ends[1], process);
    ::close(ends[1]);
    if (failed == ENOENT) co_return error(errc::not_found, "is not there");
    if (failed != 0) co_return error(errc::failed, "cannot be started: " + text_of(failed));
    std::exception_ptr failure;
    result<secret> outcome = error(errc::failed, "");
    try {
        outcome = co_await follow(l, c, process, from);
    } catch (...) {
        failure = std::current_exception();
    }
    // The process is not reaped yet, even if it has ended, so its group number is still valid and
    // remaining helpers are killed too.
    if (process.pid > 0) {
        process.kill();
        if (!process.ended())
            (void)co_await shielded(l, reap_limit, "end of " + c.program, wait_for_end(l, process, never));
    }
    if (failure) std::rethrow_exception(failure);
    co_return outcome;
}

}  // namespace setpoint
