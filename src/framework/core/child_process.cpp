#include "setpoint/core/child_process.hpp"

#include "framework/core/launch.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
extern "C" char** environ;
#endif

namespace setpoint { inline namespace v0 {

namespace {

constexpr duration first_look = std::chrono::milliseconds(1), slowest_look = std::chrono::milliseconds(50);
constexpr std::size_t piece = 4096;

std::string text_of_errno(int number) {
    return boost::system::error_code(number, boost::system::system_category()).message();
}

// Returns "NAME=value" for exec: our environment with the variables of `o` added or replaced.
std::vector<std::string> environment_of(const child_options& o) {
    std::vector<std::string> all;
    for (char** e = ::environ; e && *e; ++e) {
        const std::string_view ours = *e;
        const std::string_view name = ours.substr(0, ours.find('='));
        const bool replaced =
            std::any_of(o.env.begin(), o.env.end(), [name](const auto& v) { return v.first == name; });
        if (!replaced) all.emplace_back(ours);
    }
    for (const auto& [name, value] : o.env) all.push_back(name + "=" + std::string(value.reveal()));
    return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (std::string& t : texts) all.push_back(t.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

child_process::child_process(loop& l, int output) : loop_(l), output_(l.io(), output) {}

result<std::unique_ptr<child_process>> child_process::start(loop& l, const child_options& o) {
    int ends[2];
    if (!open_pipe(ends)) return error(errc::failed, "cannot be started: " + text_of_errno(errno));
    // Only the reading end is non-blocking: programs expect a blocking standard output.
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    std::unique_ptr<child_process> made(new child_process(l, ends[0]));
    const int input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    std::vector<std::string> words{o.program}, variables = environment_of(o);
    words.insert(words.end(), o.args.begin(), o.args.end());
    const std::vector<char*> argv = pointers_to(words), envp = pointers_to(variables);
    launch a{o.program.c_str(),
             argv.data(),
             envp.data(),
             o.folder.empty() ? nullptr : o.folder.c_str(),
             ends[1],
             input,
             o.namespaces.data(),
             o.namespaces.size(),
             o.with_error_output,
             o.dies_with_us,
             o.own_session,
             {}};
    sigemptyset(&a.mask);
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = 0;
    made->pid_ = launch_process(a, failed);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::close(ends[1]);
    if (input >= 0) ::close(input);
    if (failed == 0) return made;
    if (made->pid_ > 0) ::waitpid(made->pid_, nullptr, 0);
    made->pid_ = -1;
    if (failed == ENOENT) return error(errc::not_found, "is not there");
    return error(errc::failed, "cannot be started: " + text_of_errno(failed));
}

child_process::~child_process() {
    if (has_ended()) return;
    signal(SIGKILL);
    // A killed process ends at once, unless the kernel is in the middle of something for it.
    ::waitpid(pid_, nullptr, WNOHANG);
}

awaitable<result<std::string>> child_process::read(time_point due) {
    for (;;) {
        buffer_.resize(piece);
        const ssize_t n = ::read(output_.native_handle(), buffer_.data(), buffer_.size());
        if (n >= 0) co_return buffer_.substr(0, static_cast<std::size_t>(n));
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            co_return error(errc::failed, "cannot be read from: " + text_of_errno(errno));
        const waiter_id id = loop_.reserve();
        output_.async_wait(asio::posix::descriptor_base::wait_read,
                           [&l = loop_, id](boost::system::error_code) { l.ready(id); });
        const wake w = co_await loop_.wait(id, due);
        if (w.cause == wake::by::timer) co_return error(errc::timeout, "printed nothing in time");
    }
}

awaitable<bool> child_process::wait(time_point due) {
    for (duration pause = first_look; !has_ended(); pause = std::min(pause * 2, slowest_look)) {
        if (loop_.now() >= due) co_return false;
        co_await loop_.sleep(pause);
    }
    co_return true;
}

bool child_process::has_ended() {
    if (pid_ < 0) return true;
    int status = 0;
    const pid_t n = ::waitpid(pid_, &status, WNOHANG);
    if (n == 0) return false;
    // ECHILD: our parent has set SIGCHLD to be ignored.
    status_ = n == pid_ ? status : 0;
    pid_ = -1;
    return true;
}

std::optional<int> child_process::exit_code() const {
    if (pid_ > 0) return {};
    return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

std::optional<int> child_process::end_signal() const {
    if (pid_ > 0 || !WIFSIGNALED(status_)) return {};
    return WTERMSIG(status_);
}

void child_process::signal(int number) const {
    if (pid_ > 0) ::kill(-pid_, number);
}

}}  // namespace setpoint::v0
