#pragma once
// The `setpoint` command as a program that runs: what it prints so far, signals to it, its end. It is killed
// with the test, or by its destructor.

#include "support/apiserver_process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <poll.h>
#include <pty.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace setpoint { inline namespace v0 {

class running_command {
public:
    // `terminal`: its standard output is one, of 30 lines and 120 columns.
    explicit running_command(std::vector<std::string> words, const std::string& folder = "/",
                             bool terminal = false) {
        words.insert(words.begin(), apiserver_process::program());
        std::vector<char*> argv;
        for (std::string& w : words) argv.push_back(w.data());
        argv.push_back(nullptr);
        int ends[2] = {-1, -1};
        winsize size{};
        size.ws_row = 30;
        size.ws_col = 120;
        if (terminal) {
            pid_ = ::forkpty(&output_, nullptr, nullptr, &size);
        } else {
            if (::pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
            pid_ = ::fork();
        }
        if (pid_ < 0) throw std::runtime_error("cannot start setpoint");
        if (pid_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (!terminal) {
                ::dup2(ends[1], STDOUT_FILENO);
                ::dup2(ends[1], STDERR_FILENO);
                ::close(ends[0]);
                ::close(ends[1]);
            }
            if (::chdir(folder.c_str()) != 0) ::_exit(126);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        if (terminal) return;
        ::close(ends[1]);
        output_ = ends[0];
    }
    running_command(const running_command&) = delete;
    running_command& operator=(const running_command&) = delete;
    ~running_command() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        ::close(output_);
    }

    // Reads until the output since `from` has `text`; returns the place behind it. Throws, with the output,
    // when that takes more than a minute or it ends before.
    std::size_t until(std::string_view text, std::size_t from = 0) {
        for (;;) {
            if (const std::size_t at = out_.find(text, from); at != std::string::npos)
                return at + text.size();
            if (!read_more()) throw std::runtime_error("no \"" + std::string(text) + "\" in: " + out_);
        }
    }
    // The rest of the line behind the first `text`.
    std::string behind(std::string_view text) {
        const std::size_t begin = until(text);
        const std::size_t end = until("\n", begin);
        return out_.substr(begin, end - begin - 1);
    }
    const std::string& output() const { return out_; }
    void signal(int number) const { ::kill(pid_, number); }
    pid_t pid() const { return pid_; }
    // Reads to the end; its exit code, or 128 and more when a signal ended it. `meanwhile` is called again
    // and again until it has ended.
    int wait(const std::function<void()>& meanwhile = {}) {
        int status = 0;
        while (meanwhile && ::waitpid(pid_, &status, WNOHANG) == 0) meanwhile();
        while (read_more()) {
        }
        while (!meanwhile && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

private:
    bool read_more() {
        constexpr int patience = 60'000;  // milliseconds
        pollfd p{output_, POLLIN, 0};
        if (::poll(&p, 1, patience) <= 0) return false;
        char piece[4096];
        const ssize_t n = ::read(output_, piece, sizeof piece);
        if (n <= 0) return false;  // of a terminal, the end is an error
        out_.append(piece, static_cast<std::size_t>(n));
        return true;
    }

    pid_t pid_ = -1;
    int output_ = -1;
    std::string out_;
};

}}  // namespace setpoint::v0
