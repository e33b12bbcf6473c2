#include "testkit/sim/fork_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#else
#include <mach/mach.h>
#endif

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr int most_wait_ms = 500;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

std::string death_of(int status, duration cpu_limit) {
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0 ? "" : fmt::format("exited with {}", WEXITSTATUS(status));
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL)
        return fmt::format("used more than {:g} s of CPU time",
                           std::chrono::duration<double>(cpu_limit).count());
    return fmt::format("was ended by signal {} ({})", signal, strsignal(signal));
}

duration of(const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
}

}  // namespace

fork_pool::~fork_pool() {
    stop();
}

void fork_pool::stop() {
    is_stopped_ = true;
    for (const child& c : children_) {
        ::kill(c.pid, SIGKILL);
        ::close(c.in);
        int status = 0;
        ::waitpid(c.pid, &status, 0);
    }
    children_.clear();
}

void fork_pool::become_child(int out) {
    for (const child& c : children_) ::close(c.in);
    children_.clear();
    out_ = out;
    on_wait_ = nullptr;
    wakes_ = -1;
    // Test frameworks catch signals and report them, which is up to the parent here.
    for (const int s : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) std::signal(s, SIG_DFL);
    // Ctrl-C and timeout(1) reach the whole group of processes: the parent ends this one.
    for (const int s : {SIGINT, SIGTERM}) std::signal(s, SIG_IGN);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // elsewhere it ends when it reports, or with its CPU time
#endif
    rlimit limit{};
    limit.rlim_cur = static_cast<rlim_t>(
        std::max<std::int64_t>(1, std::chrono::duration_cast<std::chrono::seconds>(cpu_limit_).count()));
    limit.rlim_max = limit.rlim_cur + 1;
    ::setrlimit(RLIMIT_CPU, &limit);
}

bool fork_pool::begin(std::size_t plan) {
    while (children_.size() >= jobs_) wait_for_one();
    if (is_stopped_ || (on_wait_ && !on_wait_())) {
        stop();
        return false;
    }
    int ends[2];
    if (::pipe(ends) != 0) fail("pipe");
    const pid_t pid = ::fork();
    if (pid < 0) fail("fork");
    if (pid == 0) {
        ::close(ends[0]);
        become_child(ends[1]);
        return true;
    }
    ::close(ends[1]);
    children_.push_back({pid, ends[0], plan, {}});
    return false;
}

void fork_pool::send(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t n = ::write(out_, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(3);
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

void fork_pool::finish(const std::string& report) const {
    send(report);
    ::_exit(0);
}

void fork_pool::wait_for_one() {
    const std::size_t before = children_.size();
    std::vector<pollfd> all;
    while (children_.size() == before && before != 0) {
        all.clear();
        for (const child& c : children_) all.push_back({c.in, POLLIN, 0});
        all.push_back({wakes_, POLLIN, 0});  // poll() ignores -1
        if (::poll(all.data(), all.size(), on_wait_ ? most_wait_ms : -1) < 0) {
            if (errno != EINTR) fail("poll");
            continue;
        }
        if (on_wait_ && !on_wait_()) return stop();
        for (std::size_t i = children_.size(); i-- > 0;) {
            if (all[i].revents == 0) continue;
            char piece[65536];
            const ssize_t n = ::read(children_[i].in, piece, sizeof piece);
            if (n > 0)
                children_[i].report.append(piece, static_cast<std::size_t>(n));
            else if (n == 0 || errno != EINTR)
                end(i);
        }
    }
}

void fork_pool::end(std::size_t index) {
    child c = std::move(children_[index]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(index));
    ::close(c.in);
    int status = 0;
    while (::waitpid(c.pid, &status, 0) < 0 && errno == EINTR) {
    }
    on_end_(c.plan, std::move(c.report), death_of(status, cpu_limit_));
}

void fork_pool::wait_until(const std::function<bool()>& holds) {
    while (!children_.empty() && !holds()) wait_for_one();
}

void fork_pool::wait() {
    while (!children_.empty()) wait_for_one();
}

duration own_cpu_time() {
    rusage own{};
    ::getrusage(RUSAGE_SELF, &own);
    return of(own.ru_utime) + of(own.ru_stime);
}

duration cpu_time() {
    rusage children{};
    ::getrusage(RUSAGE_CHILDREN, &children);
    return own_cpu_time() + of(children.ru_utime) + of(children.ru_stime);
}

std::size_t thread_count() {
    std::size_t n = 0;
#ifdef __linux__
    std::error_code ec;
    for (std::filesystem::directory_iterator at("/proc/self/task", ec), end; !ec && at != end;
         at.increment(ec))
        ++n;
#else
    thread_act_array_t all = nullptr;
    mach_msg_type_number_t count = 0;
    if (::task_threads(::mach_task_self(), &all, &count) != KERN_SUCCESS) return 0;
    for (; n < count; ++n) ::mach_port_deallocate(::mach_task_self(), all[n]);
    ::vm_deallocate(::mach_task_self(), reinterpret_cast<vm_address_t>(all), count * sizeof *all);
#endif
    return n;
}

}}}  // namespace setpoint::v0::sim
