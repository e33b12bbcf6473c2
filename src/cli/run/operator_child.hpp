#pragma once
// The operator's process, and the build's: their lines, their ends.

#include "cli/run/run_settings.hpp"
#include "setpoint/core/child_process.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

using line_handler = std::function<void(std::string_view line)>;

// Runs a program to its end and returns its exit code. Cancellation asks its group to end (SIGTERM), and
// kills it when not all of it has within two seconds. Errors: the reason why it cannot be started.
awaitable<result<int>> run_program(loop& l, command_line c, line_handler on_line);

// An operator that runs until it is told to stop.
class operator_child {
public:
    explicit operator_child(loop& l) : loop_(l) {}

    // Precondition: none runs. Errors: the reason.
    result<> start(command_line c, const std::string& kubeconfig);
    // Passes its lines until it has ended; returns its exit code. For one task.
    awaitable<int> follow(line_handler on_line);
    void signal(int number) const {
        if (process_) process_->signal(number);
    }
    pid_t pid() const { return process_ ? process_->pid() : -1; }

private:
    loop& loop_;
    std::unique_ptr<child_process> process_;
};

}}}  // namespace setpoint::v0::cli
