#pragma once
// An operator's program as a process of its own, for tests: what it logs goes to a file; gone when the
// destructor has run. It ends with the test if that crashes.

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace setpoint { inline namespace v0 {

class operator_process {
public:
    // `program` stands beside this test's executable. Its environment is this process's without KUBECONFIG.
    operator_process(const std::string& program, std::vector<std::string> arguments) {
        char name[] = "/tmp/setpoint-operator-XXXXXX";
        const int log = ::mkstemp(name);
        if (log < 0) throw std::runtime_error("cannot make a file in /tmp");
        log_file_ = name;
        const std::string path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / program;
        arguments.insert(arguments.begin(), path);
        std::vector<char*> argv;
        for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::unsetenv("KUBECONFIG");
            ::dup2(log, STDOUT_FILENO);
            ::dup2(log, STDERR_FILENO);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(log);
        if (pid_ < 0) throw std::runtime_error("cannot start " + path);
    }
    operator_process(const operator_process&) = delete;
    operator_process& operator=(const operator_process&) = delete;
    ~operator_process() {
        if (!exit_code()) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        std::error_code ignored;
        std::filesystem::remove(log_file_, ignored);
    }

    void signal(int number) const {
        if (!code_) ::kill(pid_, number);
    }
    // 128 and more when a signal ended it; nothing while it runs.
    std::optional<int> exit_code() {
        if (code_) return code_;
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_)
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return code_;
    }
    std::string log() const {
        std::ifstream in(log_file_);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    bool logged(std::string_view words) const { return log().find(words) != std::string::npos; }
    // Waits until its log contains `words`, or it has ended; at most for 60 seconds.
    void await_log(std::string_view words) {
        poll([&] { return logged(words) || exit_code(); });
    }
    // Waits until it has ended; at most for 60 seconds.
    void await_end() {
        poll([&] { return exit_code().has_value(); });
    }
    pid_t pid() const { return pid_; }

private:
    template <class Condition>
    static void poll(Condition condition) {
        const auto due = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!condition() && std::chrono::steady_clock::now() < due)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::string log_file_;
    pid_t pid_ = -1;
    std::optional<int> code_;
};

}}  // namespace setpoint::v0
