#pragma once
// `setpoint apiserver` as a process of its own, for tests: a free port, a folder with its kubeconfig; ready
// when the constructor returns, gone when the destructor has. It ends with the test if that crashes.

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace setpoint { inline namespace v0 {

class apiserver_process {
public:
    // Beside this test's executable.
    static std::string program() {
        return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "setpoint";
    }

    // Throws std::runtime_error, with all that it printed, when it ends before it is ready.
    explicit apiserver_process(std::vector<std::string> arguments = {}) {
        char name[] = "/tmp/setpoint-apiserver-XXXXXX";
        if (!::mkdtemp(name)) throw std::runtime_error("cannot make a folder in /tmp");
        folder_ = name;
        arguments.insert(arguments.begin(),
                         {program(), "apiserver", "--port", "0", "--write-kubeconfig", kubeconfig()});
        start(arguments);
        constexpr std::string_view ready = "ready on ";
        std::string out;
        char byte;
        for (ssize_t n; (n = ::read(output_, &byte, 1)) != 0;) {
            if (n < 0 && errno == EINTR) continue;
            if (n < 0 || (byte == '\n' && out.starts_with(ready))) break;
            out = byte == '\n' ? "" : out + byte;
        }
        if (!out.starts_with(ready)) {
            const int code = stop();
            throw std::runtime_error("setpoint apiserver ended with " + std::to_string(code) +
                                     " before it was ready: see " + folder_ + "/log");
        }
        ready_line_ = out;
        url_ = out.substr(ready.size(), out.find(' ', ready.size()) - ready.size());
    }
    apiserver_process(const apiserver_process&) = delete;
    apiserver_process& operator=(const apiserver_process&) = delete;
    ~apiserver_process() {
        stop();
        std::error_code ignored;
        if (!failed_) std::filesystem::remove_all(folder_, ignored);
    }

    const std::string& folder() const { return folder_; }
    std::string kubeconfig() const { return folder_ + "/kubeconfig"; }
    std::string log_file() const { return folder_ + "/log"; }
    const std::string& url() const { return url_; }
    const std::string& ready_line() const { return ready_line_; }
    void signal(int number) const { ::kill(pid_, number); }

    // Asks it to stop and waits; its exit code, or 128 and more when a signal ended it.
    int stop() {
        if (pid_ > 0) ::kill(pid_, SIGTERM);
        return wait();
    }
    int wait() {
        if (pid_ <= 0) return code_;
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        ::close(output_);
        pid_ = -1;
        code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        failed_ = code_ != 0;
        return code_;
    }

private:
    void start(const std::vector<std::string>& words) {
        int ends[2];
        if (::pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
        const std::string log = log_file();
        std::vector<char*> argv;
        for (const std::string& w : words) argv.push_back(const_cast<char*>(w.c_str()));
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            ::dup2(ends[1], STDOUT_FILENO);
            ::close(ends[0]);
            ::close(ends[1]);
            if (!std::freopen(log.c_str(), "w", stderr)) ::_exit(126);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(ends[1]);
        output_ = ends[0];
        if (pid_ < 0) throw std::runtime_error("cannot start " + words.front());
    }

    std::string folder_, url_, ready_line_;
    pid_t pid_ = -1;
    int output_ = -1, code_ = 0;
    bool failed_ = false;
};

}}  // namespace setpoint::v0
