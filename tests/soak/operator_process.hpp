#pragma once
// webserver-operator as a process: its memory, its open files, its metrics, its end.

#include "setpoint/http/detail/pool.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace soak {

class operator_process {
public:
    operator_process(setpoint::loop& l, const std::string& kubeconfig, std::uint16_t metrics_port,
                     const std::string& log_file)
        : pool_(l, {"http", "127.0.0.1", std::to_string(metrics_port)}, {}) {
        const std::string program =
            std::filesystem::read_symlink("/proc/self/exe").parent_path() / "webserver-operator";
        std::vector<std::string> words = {program,
                                          "--kubeconfig",
                                          kubeconfig,
                                          "--metrics-bind-address",
                                          "127.0.0.1:" + std::to_string(metrics_port),
                                          "--health-probe-bind-address",
                                          "0"};
        std::vector<char*> argv;
        for (std::string& w : words) argv.push_back(w.data());
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ < 0) throw std::runtime_error("cannot start " + program);
        if (pid_ > 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (!std::freopen(log_file.c_str(), "w", stderr)) ::_exit(126);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    operator_process(const operator_process&) = delete;
    operator_process& operator=(const operator_process&) = delete;
    ~operator_process() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

    void signal(int number) const {
        if (pid_ > 0) ::kill(pid_, number);
    }
    // Its exit code once it has ended (128 and more: by a signal), -1 before.
    int ended() {
        int status = 0;
        if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            pid_ = -1;
        }
        return code_;
    }
    // Resident memory in KiB; 0 when it cannot be read.
    std::size_t memory() const {
        std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
        for (std::string line; std::getline(in, line);)
            if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
        return 0;
    }
    std::size_t open_files() const {
        std::size_t n = 0;
        std::error_code ec;
        for (std::filesystem::directory_iterator at("/proc/" + std::to_string(pid_) + "/fd", ec), end;
             !ec && at != end; at.increment(ec))
            ++n;
        return n;
    }
    // The sum of a metric over its labels; -1 when there is no answer.
    setpoint::awaitable<double> metric(std::string name) {
        setpoint::http::request r;
        r.target = "/metrics";
        constexpr std::size_t limit = 16 * 1024 * 1024;
        auto answer = co_await pool_.send(std::move(r), {});
        if (!answer) co_return -1;
        const auto text = co_await setpoint::http::read_all(**answer, limit);
        if (!text) co_return -1;
        double sum = 0;
        std::istringstream lines(*text);
        for (std::string line; std::getline(lines, line);) {
            const bool it = line.starts_with(name + "{") || line.starts_with(name + " ");
            if (it) sum += std::stod(line.substr(line.rfind(' ') + 1));
        }
        co_return sum;
    }

private:
    setpoint::http::https_pool pool_;
    pid_t pid_ = -1;
    int code_ = -1;
};

}  // namespace soak
